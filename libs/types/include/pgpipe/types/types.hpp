#pragma once

// Every codec that comes with the library.
#include <pgpipe/types/boolean.hpp>
#include <pgpipe/types/bytea.hpp>
#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/floating.hpp>
#include <pgpipe/types/integer.hpp>
#include <pgpipe/types/oid.hpp>
#include <pgpipe/types/optional.hpp>
#include <pgpipe/types/text.hpp>

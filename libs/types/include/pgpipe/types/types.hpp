#pragma once

// Every codec that comes with the library.
#include <pgpipe/types/array.hpp>
#include <pgpipe/types/binary_types.hpp>
#include <pgpipe/types/boolean.hpp>
#include <pgpipe/types/bytea.hpp>
#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/composite.hpp>
#include <pgpipe/types/date.hpp>
#include <pgpipe/types/enumeration.hpp>
#include <pgpipe/types/floating.hpp>
#include <pgpipe/types/hstore.hpp>
#include <pgpipe/types/inet.hpp>
#include <pgpipe/types/integer.hpp>
#include <pgpipe/types/interval.hpp>
#include <pgpipe/types/json.hpp>
#include <pgpipe/types/mac_address.hpp>
#include <pgpipe/types/numeric.hpp>
#include <pgpipe/types/oid.hpp>
#include <pgpipe/types/optional.hpp>
#include <pgpipe/types/or_infinity.hpp>
#include <pgpipe/types/range.hpp>
#include <pgpipe/types/text.hpp>
#include <pgpipe/types/time.hpp>
#include <pgpipe/types/timestamp.hpp>
#include <pgpipe/types/uuid.hpp>

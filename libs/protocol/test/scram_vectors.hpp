#pragma once

#include <string>
#include <vector>

#include <pgpipe/protocol/scram.hpp>

// One SCRAM exchange with password "secret" in its variants, computed by another implementation of RFC 5802.
namespace pgpipe::protocol::scram_vectors {

inline scram_nonce nonce() {
  scram_nonce bytes{};
  for (std::size_t i = 0; i != bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i);
  return bytes;
}

// Stands for the hash of the server's certificate.
inline std::vector<std::byte> end_point() {
  std::vector<std::byte> bytes;
  for (int i = 0xe0; i != 0x100; ++i) bytes.push_back(static_cast<std::byte>(i));
  return bytes;
}

inline const std::string password = "secret";
inline const std::string client_nonce = "AAECAwQFBgcICQoLDA0ODxAR";
inline const std::string whole_nonce = client_nonce + "3rfcNHYJY1ZVvWVs7j";
inline const std::string salt = "QSVyR+Q6sek8bf92";
inline const std::string server_first = "r=" + whole_nonce + ",s=" + salt + ",i=4096";

struct exchange {
  std::string client_first;
  std::string client_final;
  std::string server_final;
};

inline const exchange unbound = {
    "n,,n=,r=" + client_nonce,
    "c=biws,r=" + whole_nonce + ",p=aP/qFpJ0nWs5rgVf6qaSU5DuWzKgT7lEWw3tRoJGKME=",
    "v=s1sfMmRtPV+s44g7HCZ74K0GELo/APY/UevY90aipDU=",
};
inline const exchange not_offered = {
    "y,,n=,r=" + client_nonce,
    "c=eSws,r=" + whole_nonce + ",p=yRDxqOwInKIjEdjc19Be6wmeK4K11BIStWLhSvxJWQY=",
    "v=nFUGoaZ8t81+LNAiUcC3K2khGzRm22qXq/LVQbCXSQ8=",
};
inline const exchange bound = {
    "p=tls-server-end-point,,n=,r=" + client_nonce,
    "c=cD10bHMtc2VydmVyLWVuZC1wb2ludCws4OHi4+Tl5ufo6err7O3u7/Dx8vP09fb3+Pn6+/z9/v8=,r=" + whole_nonce +
        ",p=fBHTlH5E+G3SYGGQtDCgRE3400OqG/LijbrdKk+ii9I=",
    "v=bw2Yih2Anvm9gyMviLVue88iWs15XAs3QcPDiRA27O4=",
};

}  // namespace pgpipe::protocol::scram_vectors

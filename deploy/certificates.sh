#!/bin/sh
# Makes a certificate authority and certificates for the machines of docs/deploy.md. Run it on one machine that others cannot reach:
#   certificates.sh DIRECTORY NAME[,NAME...] [NAME[,NAME...] ...]
# Each argument is a machine: the name that its folder gets, and further names and addresses at which it is reached. Its folder
# becomes /etc/ssl/semel there. Only ca.key can sign more. Run it again with the same directory to renew certificates: that of the
# authority too. Its key stays, so machines with the old and with the new one trust each other while you go from one to the next.
set -eu
umask 077
[ $# -ge 2 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }
directory=$1
shift
mkdir -p "$directory"
cd "$directory"
[ -e ca.key ] || openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ca.key
openssl req -x509 -key ca.key -days 3650 -subj "/CN=Semel machines" -addext "keyUsage=critical,keyCertSign,cRLSign" -out ca.crt
for names in "$@"; do
  name=${names%%,*}
  # An address is digits and dots, or has colons.
  alternatives=$(echo "$names" | tr , '\n' | sed -E 's/^([0-9.]+|.*:.*)$/IP:\1/; t; s/^/DNS:/' | paste -sd,)
  mkdir -p "$name"
  # Machines prove themselves to each other as servers and as clients.
  printf '%s\n' "subjectAltName=$alternatives" "extendedKeyUsage=serverAuth,clientAuth" "basicConstraints=CA:FALSE" >"$name/extensions"
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -subj "/CN=$name" \
    -keyout "$name/machine.key" -out "$name/request"
  openssl x509 -req -in "$name/request" -CA ca.crt -CAkey ca.key -CAcreateserial -days 730 -extfile "$name/extensions" \
    -out "$name/machine.crt"
  # haproxy reads both from one file.
  cat "$name/machine.crt" "$name/machine.key" >"$name/machine.pem"
  cp ca.crt "$name/ca.crt"
  rm "$name/request" "$name/extensions"
  chmod 755 "$name"
  chmod 644 "$name/ca.crt" "$name/machine.crt"
done

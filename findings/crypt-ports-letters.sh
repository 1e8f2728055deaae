#!/usr/bin/env bash
# Three ports of crypt hashes give another hash than crypt for a password with an umlaut.
#
# One would guess: a port of SHA-512-crypt, of phpass or of Apache's MD5 hashes the UTF-8 of a password, as glibc, PHP and htpasswd do.
# What happens: sha512crypt-node 1.0.2, wordpress-hash-node 1.0.0 and apache-md5 1.1.8 hash something else; with ASCII all three are right.
# unixcrypt 3.0.4 is right with both.
# Source: `openssl passwd -6` and `-apr1` of OpenSSL 3.0 gave the hashes below; the portable one is md5 over bytes as phpass 0.5.4 computes it.
# Hurts: customers with letters outside ASCII in their password, after a move: exactly they cannot sign in.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund sha512crypt-node@1.0.2 wordpress-hash-node@1.0.0 apache-md5@1.1.8 unixcrypt@3.0.4
cat > check.mjs <<'JS'
import apache from 'apache-md5'
import sha512 from 'sha512crypt-node'
import { encrypt } from 'unixcrypt'
import wordpress from 'wordpress-hash-node'
const written = [
  ['Hello world!', '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
    '$apr1$saltsalt$6BwcdpRros16.J9J/tHRr/'],
  ['Zürich-1291', '$6$saltstring$BXDcjHoLCqlbVy35oHSgP.nFR4bClpLxZIx2x.ujK8W5comznMelBFc09rWQ.dbB7g5XQR0AayXzhiH6mwZ83/',
    '$apr1$saltsalt$f4uySoUBnzrFe3w82nGF..'],
]
for (const [password, six, apr1] of written)
  console.log(password, sha512.sha512crypt(password, '$6$saltstring') === six, apache(password, '$apr1$saltsalt$') === apr1,
    encrypt(password, '$6$saltstring') === six)
console.log(wordpress.CheckPassword('test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'),
  wordpress.CheckPassword('Zürich-1291', '$P$Bsaltsaltz5zIhccOgKjKtL2gpSx3F.'))
JS
echo "node $(node --version); sha512crypt-node, apache-md5, unixcrypt, then wordpress-hash-node:"
seen=$(node check.mjs); echo "$seen"
[ "$seen" = $'Hello world! true true true\nZürich-1291 false false true\ntrue false' ] || { echo 'The behaviour has changed.'; exit 1; }

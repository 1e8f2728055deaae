#!/usr/bin/env bash
# phpass 0.1.1 answers "wrong password" for every portable hash.
#
# One would guess: a port whose README says that it supports existing hashes of PHP's phpass checks `$P$`, the form of WordPress and phpBB.
# What happens: `checkPassword` returns false for the right password, without an error; only `hashPassword` says that portable hashes are
# not implemented. wordpress-hash-node 1.0.0 takes the same hash.
# Source: Openwall phpass 0.5.4, test.php (the pair of password and hash below); phpass 0.1.1 of npm.
# Hurts: shops that move customers from WordPress: each of them is told that the password is wrong, and nothing says why.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund phpass@0.1.1 wordpress-hash-node@1.0.0
cat > check.cjs <<'JS'
const { PasswordHash } = require('phpass')
const wordpress = require('wordpress-hash-node')
const [password, hash] = ['test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0']
console.log('phpass', new PasswordHash().checkPassword(password, hash), 'wordpress-hash-node', wordpress.CheckPassword(password, hash))
JS
echo "phpass $(node -p 'require("./node_modules/phpass/package.json").version'), node $(node --version)"
seen=$(node check.cjs); echo "$seen"
[ "$seen" = 'phpass false wordpress-hash-node true' ] || { echo 'The behaviour has changed.'; exit 1; }

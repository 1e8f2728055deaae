#!/usr/bin/env bash
# stripe 23.1.0 with `maxNetworkRetries: 0` sends a call a second time after the connection was reset.
#
# One would guess: 0 means that each call is sent once, so that who keeps a ledger decides about a repeat.
# What happens: a server that has read the whole call and then resets the connection gets it again, at once, with the same
# Idempotency-Key; with a caller's own key there is still one effect, but two attempts, and the time of the first is lost.
# Source: the README of stripe ("maxNetworkRetries: number of times a request is retried"); stripe 23.1.0, a comment in its RequestSender
# says that closed connections are retried even when retries are disabled.
# Hurts: whoever counts attempts, measures the provider by them, or tests what happens when an answer is lost.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund stripe@23.1.0
cat > call.mjs <<'JS'
import { createServer } from 'node:http'
import Stripe from 'stripe'
const keys = []
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    keys.push(request.headers['idempotency-key'])
    response.socket.resetAndDestroy()
  })
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const client = new Stripe('sk_test_example', {
  maxNetworkRetries: 0, host: '127.0.0.1', port: server.address().port, protocol: 'http', telemetry: false,
})
const call = client.refunds.create({ payment_intent: 'pi_example' }, { idempotencyKey: 'one' })
const error = await call.then(() => 'none', ({ type }) => type)
console.log(`sent ${keys.length} times, keys ${keys.join(' ')}, error ${error}`)
server.close()
JS
echo "stripe $(node -p 'JSON.parse(require("fs").readFileSync("node_modules/stripe/package.json")).version'), node $(node --version)"
seen=$(node call.mjs); echo "$seen"
[ "$seen" = 'sent 2 times, keys one one, error StripeConnectionError' ] || { echo 'The behaviour has changed.'; exit 1; }

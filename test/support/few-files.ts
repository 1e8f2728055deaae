/** Replaces itself by `semel <args>` in a shell that lets it open few files and connections. */
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const limited = ['sh', '-c', 'ulimit -n 60 && exec "$@"', 'sh', process.execPath, main, ...process.argv.slice(2)]
process.execve!('/bin/sh', limited, process.env)

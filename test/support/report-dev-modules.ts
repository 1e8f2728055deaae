import { registerHooks } from 'node:module'

/* Preloaded with --import: prints a line for every module of src/dev that the process loads. */
registerHooks({
  load(url, context, nextLoad) {
    if (url.includes('/src/dev/')) process.stderr.write(`loaded ${url}\n`)
    return nextLoad(url, context)
  },
})

import async_hooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { createRequire } from 'node:module'

/*
 * Replaces two functions of Node for the test runner, before `node:test` is loaded. The runner asks Node which asynchronous resource is
 * running, to know to which test it belongs, and for that tracks every promise until it is collected. A sixth of the processor time of
 * API tests went there. An AsyncLocalStorage knows the same, and V8 carries it along by itself. Only the runner gets these substitutes.
 */
type Init = NonNullable<Parameters<typeof async_hooks.createHook>[0]['init']>

const { createHook, executionAsyncId } = async_hooks
const running = new AsyncLocalStorage<number>()
let register: Init | undefined

class TestResource extends AsyncResource {
  constructor(type: string) {
    super(type)
    register?.(this.asyncId(), type, this.triggerAsyncId(), this)
  }

  override runInAsyncScope<This, Result>(
    run: (this: This, ...args: never[]) => Result,
    self?: This,
    ...args: never[]
  ): Result {
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => run.apply(self as This, args)))
  }
}

const hook = { enable: () => hook, disable: () => hook }
Object.assign(async_hooks, {
  AsyncResource: TestResource,
  executionAsyncId: () => running.getStore() ?? executionAsyncId(),
  createHook: ({ init }: { init: Init }) => {
    register = init
    return hook
  },
})
createRequire(import.meta.url)('node:test')
Object.assign(async_hooks, { AsyncResource, executionAsyncId, createHook })

import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { knowAddresses } from '../../src/cli/services/known-addresses.ts'

/*
 * Runs several test files in this process: `node batch.ts file …`. Most of the start of a file is loading the same modules,
 * so that a process for each would spend more on its start than on its tests.
 */
knowAddresses()
for (const file of process.argv.slice(2)) {
  // One after the other: a module that two files wait for would register the tests of both in one suite.
  await new Promise<void>(done => {
    describe(file, async () => {
      after(() => done())
      await import(resolve(file))
    })
  })
}

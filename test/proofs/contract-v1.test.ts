process.env.CONTRACT_OF = 'v1'
await import('./contract.test.ts')

process.env.CONTRACT_OF = 'v2'
await import('./contract.test.ts')

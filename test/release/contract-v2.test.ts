process.env.CONTRACT_OF = 'v2'
await import('../proofs/contract.test.ts')

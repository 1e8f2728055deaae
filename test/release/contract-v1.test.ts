process.env.CONTRACT_OF = 'v1'
await import('../proofs/contract.test.ts')

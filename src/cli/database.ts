import type { Command } from 'commander'
import { loadConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openGround } from './open.ts'
import { seed } from './seed.ts'

export function databaseCommands(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the present schema')
    .action(async () => {
      await using ground = await openGround(loadConfig(process.env), { name: 'migrate', join: true })
      const applied = await migrate(ground.databaseUrl)
      console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
    })

  program
    .command('seed')
    .description('fill an empty database with demo accounts and products')
    .action(async () => {
      await using ground = await openGround(loadConfig(process.env), { name: 'seed', join: true })
      await migrate(ground.databaseUrl)
      console.log((await seed(ground)) ? 'Demo data written.' : 'The database is not empty; nothing was written.')
    })
}

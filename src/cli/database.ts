import type { Command } from 'commander'
import { asKey, loadConfig, StartError, tooWeak } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { changeSecretKey } from '../service-key.ts'
import { openFoundation, openGround } from './open.ts'
import { seed } from './seed.ts'

export function databaseCommands(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the present schema')
    .action(async () => {
      await using foundation = await openFoundation(loadConfig(process.env), { name: 'migrate', join: true })
      const applied = await migrate(foundation.databaseUrl)
      console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
    })

  program
    .command('seed')
    .description('fill an empty database with demo accounts and products')
    .action(async () => {
      await using ground = await openGround(loadConfig(process.env), { name: 'seed', join: true })
      console.log((await seed(ground)) ? 'Demo data written.' : 'The database is not empty; nothing was written.')
    })

  program
    .command('change-secret-key')
    .description('seal the key of the database with NEW_SECRET_KEY in place of SECRET_KEY')
    .addHelpText('after', '\nProcesses that run go on; start each of them next with the new one as SECRET_KEY.')
    .action(async () => {
      const config = loadConfig(process.env)
      const wanted = process.env.NEW_SECRET_KEY?.trim() ?? ''
      const reason = tooWeak(wanted)
      if (reason) throw new StartError(`NEW_SECRET_KEY ${reason}.`)
      if (!config.secretKey)
        throw new StartError('SECRET_KEY is not set: the key in DATA_DIR is for development, and is not changed.')
      await using foundation = await openFoundation(config, { name: 'change-secret-key', join: true })
      await changeSecretKey(foundation.db, { from: config.secretKey, to: asKey(wanted) })
      console.log('Done. From now on Semel starts with the new one as SECRET_KEY.')
    })
}

import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, StartError } from '../config.ts'

/**
 * Returns the key that encrypts the service key (service-key.ts): SECRET_KEY, or a key that the first start writes to
 * DATA_DIR. That file is written under another name and then linked into place. So two simultaneous starts agree on one
 * key, and a crash leaves no file or a complete one.
 */
export async function loadSecretKey(config: Config): Promise<Buffer> {
  if (config.secretKey) return config.secretKey
  const file = join(config.dataDir, 'secret-key')
  const aside = `${file}.${process.pid}`
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(aside, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    await link(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
  const key = Buffer.from(await readFile(file, 'utf8'), 'hex')
  if (key.length !== 32) throw new StartError(`${file} is damaged: it must hold 64 hexadecimal digits.`)
  return key
}

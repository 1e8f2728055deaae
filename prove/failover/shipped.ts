/** The files of `deploy/` as operators get them, and how the failover drill fits them to one machine. */
import { readFileSync } from 'node:fs'

const DEPLOY = new URL('../../deploy/', import.meta.url)

/** Texts of a file, and what takes their place: addresses, directories, and what an operator fills in. */
export type Replacements = { [shipped: string]: string }

export function shipped(file: string): string {
  return readFileSync(new URL(file, DEPLOY), 'utf8')
}

/** @throws when a text does not occur: then the drill would be about something else than the file */
export function render(file: string, replacements: Replacements): string {
  const text = shipped(file)
  for (const name of Object.keys(replacements)) {
    if (!text.includes(name)) throw new Error(`deploy/${file} does not contain ${name}, which the drill replaces.`)
  }
  const names = new RegExp(Object.keys(replacements).map(RegExp.escape).join('|'), 'g')
  return text.replace(names, name => replacements[name]!)
}

/** Describes one machine of the drill: where its files are, and the address that plays its network. */
export type MachinePlace = { machine: string; address: string; directory: string }

const DRILL_PASSWORD = 'drill'

/** All that the drill replaces, by file. Everything else of these files is as operators get it. */
export const REPLACED = {
  'etcd/etcd.env.example': ({ machine, address, directory }: MachinePlace) => ({
    MACHINE: machine,
    '0.0.0.0': address,
    '/etc/ssl/semel': `${directory}/tls`,
    '/var/lib/etcd': `${directory}/etcd`,
  }),
  'patroni/patroni.yml': ({ machine, address, directory }: MachinePlace) => ({
    MACHINE: machine,
    '0.0.0.0': address,
    '10.0.0.0/8': '127.0.0.0/8',
    '/etc/ssl/semel': `${directory}/tls`,
    '/var/lib/postgresql': `${directory}/postgresql`,
    '/var/run/postgresql': `${directory}/run`,
    // It would reboot the machine that runs the drill.
    '/dev/watchdog': `${directory}/watchdog`,
    SUPERUSER_PASSWORD: DRILL_PASSWORD,
    REPLICATION_PASSWORD: DRILL_PASSWORD,
    REWIND_PASSWORD: DRILL_PASSWORD,
    REST_PASSWORD: DRILL_PASSWORD,
  }),
  'patroni/haproxy.cfg': ({ address, directory }: MachinePlace) => ({
    '127.0.0.1': address,
    '/etc/ssl/semel': `${directory}/tls`,
  }),
  'systemd/semel-cluster.env.example': ({ machine, directory }: MachinePlace) => ({
    MACHINE: machine,
    PASSWORD: DRILL_PASSWORD,
    '/etc/ssl/semel': `${directory}/tls`,
  }),
} satisfies { [file: string]: (place: MachinePlace) => Replacements }

/** A file of `deploy/` as it is on this machine. */
export function fitted(file: keyof typeof REPLACED, place: MachinePlace): string {
  return render(file, REPLACED[file](place))
}

/** Real relays of Debian: Postfix, Exim and OpenSMTPD, each in a temporary directory and on free ports, as root. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRoot } from '../../packages/embedded-postgres/src/os-user.ts'
import { startDaemon } from '../../prove/failover/programs.ts'
import { SECOND } from '../../src/time.ts'
import { freePorts } from './free-ports.ts'

/** `refuses`: the relay has no rule by which this machine may relay. */
type Place = { directory: string; port: number; next: number; refuses: boolean }

type Program = {
  /** The package of Debian. */
  from: string
  path: string
  /** Writes what it needs. @returns the command of a shell, which stays in the foreground */
  prepare: (place: Place) => string
  /** The file of its log, where that is not its output. */
  log: string
}

/** A program ends with all processes that it has started, and sees directories that only it has. */
const ALONE = ['--mount', '--pid', '--fork', 'sh', '-c']

/** A network that this machine is not part of (RFC 5737). */
const ELSEWHERE = '192.0.2.0/24'

export const RELAY_PROGRAMS = {
  postfix: { from: 'postfix', path: '/usr/sbin/postfix', prepare: preparePostfix, log: 'mail.log' },
  exim4: { from: 'exim4-daemon-light', path: '/usr/sbin/exim4', prepare: prepareExim, log: 'log/mainlog' },
  opensmtpd: { from: 'opensmtpd', path: '/usr/sbin/smtpd', prepare: prepareOpenSmtpd, log: 'output.log' },
} satisfies { [name: string]: Program }

export type RelayProgramName = keyof typeof RELAY_PROGRAMS

/** @returns why a program cannot run here; undefined when it can */
export function whyNoRelay(name: RelayProgramName): string | undefined {
  const { from, path } = RELAY_PROGRAMS[name]
  if (!existsSync(path)) return `${name} is not installed on this machine: apt-get install ${from}`
  return isRoot() ? undefined : `${name} starts as root only.`
}

export type RelayProgram = AsyncDisposable & { port: number; url: string; log: () => string }

/**
 * Starts a relay that hands every email to the server on port `next` of this machine.
 * @param refuses relays for another network only
 */
export async function startRelayProgram(
  name: RelayProgramName,
  { next, refuses = false }: { next: number; refuses?: boolean },
): Promise<RelayProgram> {
  const program: Program = RELAY_PROGRAMS[name]
  const directory = await mkdtemp(join(tmpdir(), `semel-${name}-`))
  spawnSync('chmod', ['755', directory])
  const [port] = (await freePorts(1)) as [number]
  const command = program.prepare({ directory, port, next, refuses })
  const daemon = startDaemon('/usr/bin/unshare', [...ALONE, command], { log: join(directory, 'output.log') })
  const log = () => [program.log, 'output.log'].map(file => read(join(directory, file))).join('')
  await untilOpen(port, log)
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    log,
    async [Symbol.asyncDispose]() {
      // The first process of a group of its own takes all others with it. Postfix would outlive `unshare`.
      for (const pid of read(`/proc/${daemon.child.pid}/task/${daemon.child.pid}/children`).match(/\d+/g) ?? []) {
        process.kill(Number(pid), 'SIGKILL')
      }
      await daemon.kill()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function untilOpen(port: number, log: () => string): Promise<void> {
  const deadline = performance.now() + 20 * SECOND
  while (!(await isOpen(port))) {
    if (performance.now() > deadline) throw new Error(`The relay does not listen:\n${log()}`)
    await sleep(50)
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = createConnection(port, '127.0.0.1')
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

function read(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Debian's own services, without its chroot, which would need files of the machine. */
function preparePostfix({ directory, port, next, refuses }: Place): string {
  for (const name of ['conf', 'spool', 'data']) mkdirSync(join(directory, name))
  spawnSync('chown', ['postfix', join(directory, 'data')])
  const settings = {
    compatibility_level: '3.6',
    queue_directory: join(directory, 'spool'),
    data_directory: join(directory, 'data'),
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    maillog_file: join(directory, 'mail.log'),
    maillog_file_prefixes: directory,
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: 'relay.example',
    mydestination: '',
    mynetworks: refuses ? ELSEWHERE : '127.0.0.0/8',
    // Debian's postinst writes it so.
    smtpd_relay_restrictions: 'permit_mynetworks permit_sasl_authenticated defer_unauth_destination',
    relayhost: `[127.0.0.1]:${next}`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(join(directory, 'conf/main.cf'), `${lines.join('\n')}\n`)
  const services = readFileSync('/etc/postfix/master.cf', 'utf8')
    .replace(/^smtp +inet/m, `127.0.0.1:${port} inet`)
    .replace(/^(\S+ +(?:inet|unix|unix-dgram) +\S+ +\S+ +)y/gm, '$1n')
  writeFileSync(join(directory, 'conf/master.cf'), services)
  return `exec postfix -c ${directory}/conf start-fg`
}

/** Debian's own configuration of a smarthost, with other directories. Its queue runner starts every 30 minutes. */
function prepareExim({ directory, port, next, refuses }: Place): string {
  for (const name of ['spool', 'log']) mkdirSync(join(directory, name))
  spawnSync('cp', ['-r', '/etc/exim4', join(directory, 'conf')])
  const answers = {
    dc_eximconfig_configtype: 'smarthost',
    dc_other_hostnames: '',
    dc_local_interfaces: '127.0.0.1',
    dc_relay_nets: refuses ? ELSEWHERE : '127.0.0.1',
    dc_smarthost: `127.0.0.1::${next}`,
    dc_use_split_config: 'true',
    dc_hide_mailname: 'false',
    CFILEMODE: '644',
  }
  const lines = Object.entries(answers).map(([name, value]) => `${name}='${value}'`)
  writeFileSync(join(directory, 'conf/update-exim4.conf.conf'), `${lines.join('\n')}\n`)
  writeFileSync(
    join(directory, 'conf/conf.d/main/000_directories'),
    `SPOOLDIR = ${directory}/spool\nlog_file_path = ${directory}/log/%slog\nMAIN_HARDCODE_PRIMARY_HOSTNAME = relay.example\n`,
  )
  mkdirSync(join(directory, 'lib'))
  const config = join(directory, 'lib/config.autogenerated')
  const { stderr } = spawnSync('update-exim4.conf', ['-d', join(directory, 'conf'), '-o', config])
  if (stderr.length > 0) throw new Error(String(stderr))
  // The next server is on this machine, so Exim would suspect a loop.
  const fitted = read(config)
    .replace(/^log_file_path = \/var.*$/m, '')
    // Debian adds this machine to the networks that relay.
    .replace(/^MAIN_RELAY_NETS.*$/m, refuses ? `MAIN_RELAY_NETS = ${ELSEWHERE}` : '$&')
    .replaceAll(/^ *driver = manualroute$/gm, '$&\n  self = send')
  writeFileSync(config, fitted)
  spawnSync('chown', ['-R', 'Debian-exim:Debian-exim', join(directory, 'spool'), join(directory, 'log')])
  // Exim drops its rights when a command line names another file.
  return seeing({ lib: '/var/lib/exim4' }, directory, `exim4 -bdf -q30m -oX ${port} -oP ${directory}/exim.pid`)
}

/** Its spool and its socket have fixed places, so it gets a view of the files of its own. */
function prepareOpenSmtpd({ directory, port, next, refuses }: Place): string {
  for (const name of ['spool', 'run']) mkdirSync(join(directory, name))
  spawnSync('chmod', ['711', join(directory, 'spool')])
  writeFileSync(
    join(directory, 'smtpd.conf'),
    `${[
      `listen on 127.0.0.1 port ${port}`,
      `action "relay" relay host smtp://127.0.0.1:${next}`,
      `match from ${refuses ? `src { ${ELSEWHERE} }` : 'any'} for any action "relay"`,
    ].join('\n')}\n`,
  )
  return seeing({ spool: '/var/spool/smtpd', run: '/run' }, directory, `smtpd -d -f ${directory}/smtpd.conf`)
}

/** @param places directories of a relay, and the fixed places where its program looks for them */
function seeing(places: { [own: string]: string }, directory: string, command: string): string {
  const mounts = Object.entries(places).map(
    ([own, place]) => `mkdir -p ${place} && mount --bind ${directory}/${own} ${place}`,
  )
  return [...mounts, `exec ${command}`].join(' && ')
}

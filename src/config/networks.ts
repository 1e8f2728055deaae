import { BlockList, isIP } from 'node:net'

const NAMED: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** @param list addresses, networks like 10.0.0.0/8, or `loopback`, `linklocal`, `uniquelocal` */
export function networks(list: readonly string[]): BlockList {
  const blocks = new BlockList()
  for (const network of list.flatMap(name => NAMED[name] ?? [name])) {
    const [address = '', prefix] = network.split('/')
    const isV6 = isIP(address) === 6
    blocks.addSubnet(address, Number(prefix ?? (isV6 ? 128 : 32)), isV6 ? 'ipv6' : 'ipv4')
  }
  return blocks
}

/** Tests whether an address is in one of the networks. `::ffff:10.0.0.1` is in 10.0.0.0/8. */
export function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

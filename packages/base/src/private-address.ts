import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/** All public IPv6 addresses begin with these three bits. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Azure's virtual machines reach their metadata at this address, which looks public. */
const azureMetadata = '168.63.129.16'

/** True for every address that the public Internet does not route to one host, such as loopback, private, link-local and reserved addresses. */
function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(publicIpv6)) return true
  return parsed.range() !== 'unicast' || parsed.toString() === azureMetadata
}

/** True if the host of a URL is a private address, or a name of this machine. Other names are checked when they are resolved. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isPrivateAddress(host))
}

/**
 * Returns a lookup that fails if a name has a private address. The connection uses exactly the addresses that were checked, so a name that
 * changes its address (DNS rebinding) cannot reach a private one.
 */
export function publicLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, [])
      const hidden = addresses.find(({ address }) => isPrivateAddress(address))
      if (hidden !== undefined)
        return done(new PrivateAddressError(`${hostname} has the private address ${hidden.address}`), [])
      const [first] = addresses
      if (options.all || first === undefined) return done(null, addresses)
      done(null, first.address, first.family)
    })
  }
}

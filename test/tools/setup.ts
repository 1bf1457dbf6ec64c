import net from 'node:net'
import fc from 'fast-check'

/**
 * No test may use the network: every TCP connection of the test process to another address than loopback fails
 * at once and names the host. Property tests use the same inputs each time, so that a failure can be repeated;
 * `npm run tool -- properties` uses new ones.
 */

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])
const connect = net.Socket.prototype.connect

function hostOf(args: unknown[]): string {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0]
  if (typeof options !== 'object' || options === null)
    return typeof args[1] === 'string' ? args[1] : 'localhost'
  if ('path' in options && options.path) return 'localhost'
  // A test that passes its own lookup of names resolves `hooks.example` itself.
  if ('lookup' in options && options.lookup && 'host' in options && options.host === 'hooks.example')
    return 'localhost'
  return 'host' in options && typeof options.host === 'string' ? options.host : 'localhost'
}

net.Socket.prototype.connect = function guarded(this: net.Socket, ...args: unknown[]) {
  const host = hostOf(args)
  if (!loopback.has(host))
    throw new Error(`A test tried to reach ${host}: tests stay on the loopback address.`)
  return Reflect.apply(connect, this, args)
}

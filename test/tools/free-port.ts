import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports for servers that must know their port before they listen. */

/** Below the ephemeral range, so that no outgoing connection and no "any port" takes it before the server listens. */
const [lowest, ephemeral] = [10_000, 32_768]

/** Returns a port of the loopback address that is free now. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, ephemeral)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  probe.close()
  await once(probe, 'close')
  return port
}

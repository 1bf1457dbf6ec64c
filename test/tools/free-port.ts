import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports for servers that must know theirs before they listen. */

/** Below what systems give to whoever asks for any port or connects: nobody who did takes it before the server listens. */
const [lowest, ephemeral] = [10_000, 32_768]

/** A port of the loopback address that is free now. */
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

import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from './bot-world.ts'

/** The owner record of a process on another machine, as text. The test renews it. */
export function otherHostsRecord({ dataDir }: World): string {
  const path = join(dataDir, 'owner')
  const record = { owner: 'another-owner', machine: 'another-boot', host: 'second-host', pid: 77 }
  writeFileSync(`${path}-new`, JSON.stringify(record))
  // The way a process on another machine replaces the file.
  renameSync(`${path}-new`, path)
  return path
}

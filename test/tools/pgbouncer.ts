import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { connectDatabase } from '../../src/store/postgres/database.ts'
import { freePort } from './free-port.ts'

/** Debian has it in a folder that only root has in the path. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find((one) => spawnSync(one, ['--version']).status === 0)
export const hasPgBouncer = program !== undefined
if (!hasPgBouncer)
  process.stderr.write('No pgbouncer in the path: the tests behind a real PgBouncer are skipped.\n')

/** PgBouncer refuses to run as root. 65534 is nobody. */
const user = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Starts a PgBouncer before a database until the end of the test. Returns the address of the database behind it. */
export async function startPgBouncer(url: string, mode: 'session' | 'transaction'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const { hostname, port: behind, username, password } = new URL(url)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${behind} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  )
  const pooler = spawn(program ?? 'pgbouncer', [file], { stdio: ['ignore', 'ignore', 'pipe'], ...user })
  let output = ''
  pooler.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = once(pooler, 'exit')
  onTestFinished(async () => {
    pooler.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  const pooled = new URL(url)
  pooled.host = `127.0.0.1:${port}`
  while (!(await answers(pooled.href))) {
    if (pooler.exitCode !== null) throw new Error(`PgBouncer has ended: ${output}`)
    await wait(20)
  }
  return pooled.href
}

async function answers(url: string): Promise<boolean> {
  const database = connectDatabase(url, 1)
  const isThere = await database.query('select 1').then(
    () => true,
    () => false,
  )
  await database.close()
  return isThere
}

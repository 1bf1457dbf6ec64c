import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { endOf } from './bot-world.ts'

export const hasNginx = spawnSync('nginx', ['-v']).status === 0
if (!hasNginx) process.stderr.write('No nginx in the path: the tests behind a real nginx are skipped.\n')
export const hasCaddy = spawnSync('caddy', ['version']).status === 0
if (!hasCaddy) process.stderr.write('No Caddy in the path: the test behind a real Caddy is skipped.\n')

/** A real nginx or Caddy on the loopback address. */
export type ReverseProxy = { url: string; close: () => Promise<void> }

/**
 * Starts nginx with one site, which must listen where `listen` says. Whatever the site does not set has the defaults of nginx, except the
 * folders for its own files.
 */
export async function startNginx(site: (listen: string) => string): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const configuration = `
    daemon off;
    master_process off;
    pid ${folder}/pid;
    error_log stderr;
    events {}
    http {
      access_log off;
      ${temporary.map((what) => `${what}_temp_path ${folder}/${what};`).join(' ')}
      ${site(`127.0.0.1:${port}`)}
    }`
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration)
  return startProxy(['nginx', '-e', 'stderr', '-c', file, '-p', folder], { port, folder })
}

/** Starts Caddy with one site, whose address is what `listen` says. Caddy gets no certificate, and its own files are in a folder of the test. */
export async function startCaddy(site: (listen: string) => string): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-caddy-'))
  const port = await freePort()
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\nadmin off\nauto_https off\n}\n${site(`http://127.0.0.1:${port}`)}`)
  return startProxy(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], { port, folder })
}

async function startProxy(
  [program = '', ...args]: string[],
  { port, folder }: { port: number; folder: string },
): Promise<ReverseProxy> {
  const proxy = spawn(program, args, {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  proxy.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  while (!(await accepts(port))) {
    if (proxy.exitCode !== null) throw new Error(`${program} has ended: ${output}`)
    await wait(20)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await endOf(proxy, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether something listens on a port of the loopback address. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

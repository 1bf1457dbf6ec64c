import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { backoffMs } from '@overheard/base/backoff'
import type { SetTimer } from '@overheard/base/clock'
import type { ProxySettings } from '@overheard/base/http'
import { parseJson } from '@overheard/base/json'
import type { Time } from '@overheard/base/time'
import { withTimeout } from '@overheard/base/timeout'
import {
  createListeningClient,
  type ListeningClient,
  type ListeningState,
} from '@overheard/mention-client/listening-client'
import { z } from 'zod'
import type { Log } from '../model/log.ts'
import { compileCacheFlags } from './program.ts'

/** What the process needs; `packages/listen/src/mention-service.ts` checks it. */
type ServiceStart = {
  /** With the port, unless any is fine. */
  listen: { port?: number | undefined }
  /** The SQLite file. */
  file: string
  token: string
  version: string
  /** Environment variables that settings of sources name. */
  variables?: Variables
  proxy: ProxySettings
}

/** The mention service refuses its settings or its file. The message is for people. */
class ServiceRefusedError extends Error {
  override readonly name = 'ServiceRefusedError'
}

export type ServiceProcess = {
  /** The `{base_url}` of the interface. It stays the same when the process is started again. */
  url: string
  client: ListeningClient
  state(): ListeningState
  /**
   * Starts the process with other settings, unless they are the same. If it refuses them, it goes on with those before. The port stays. Resolves when
   * it can be asked, or after `firstStart`.
   */
  change(listen: ServiceStart['listen'], variables: ServiceStart['variables']): Promise<void>
  close(): Promise<void>
}

type Variables = Record<string, string | undefined>

type ProcessDeps = {
  /** The file that Node runs. */
  program: string
  start: ServiceStart
  /** The environment of this process. */
  variables: Variables
  now: () => Time
  setTimer: SetTimer
  log: Log
  /** Called when the process has ended by itself, or was killed because it did not answer, and after each check. */
  changed: (state: ListeningState) => void
  /** How long things may take, in ms. */
  times?: Partial<typeof usualTimes>
}

const usualTimes = {
  /** The first start may take so long before the bot goes on without it. */
  firstStart: 10_000,
  /** A process that does not listen after this time hangs. */
  start: 60_000,
  check: 15_000,
  answer: 10_000,
  /** A process that has lived for so long was started with success. */
  settled: 60_000,
  firstPause: 1000,
  longestPause: 60_000,
  stop: 5000,
}

/** So many checks in a row without an answer mean that the process hangs. */
const checksOfHang = 3
/** A hostile feed must not take the memory of the bot. In MB. */
const maxHeap = 512
/** The bot comes first if both want the processor. */
const lowPriority = 10
const unusableSettings = 78
const longestLine = 4000

/** What else of the environment the process may see. It gets no token of Slack. */
const passedOn = [
  'PATH',
  'TZ',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_OPTIONS',
  'DEMO_CLOCK_OFFSET_MS',
]

/**
 * Runs the mention service as a process of its own, and starts it again when it ends or hangs. Resolves when it can be asked, when it has
 * ended, or after `firstStart`. Rejects with ServiceRefusedError if it refuses its settings at the first start.
 */
export async function runServiceProcess(deps: ProcessDeps): Promise<ServiceProcess> {
  const { now, setTimer, log } = deps
  const times = { ...usualTimes, ...deps.times }
  const port = deps.start.listen.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const client = createListeningClient({
    baseUrl: url,
    token: deps.start.token,
    timeoutMs: times.answer,
    now,
  })
  const state: ListeningState = { isRunning: false, failures: 0, channels: [] }
  const ready = Promise.withResolvers<void>()
  let child: ChildProcess | undefined
  let startedAt = 0
  let unanswered = 0
  let isClosed = false
  let { start } = deps
  /** What counts again if the process refuses changed settings. */
  let fallback: ServiceStart | undefined
  let isChanging = false
  let changed = Promise.withResolvers<void>()
  let cancelTimer = (): void => undefined

  function launch(): void {
    startedAt = now()
    unanswered = 0
    const started = tryToStart()
    if (started === undefined) return
    child = started.child
    const giveUp = () => {
      unanswered = checksOfHang
      started.child.kill('SIGKILL')
    }
    cancelTimer = setTimer(giveUp, times.start)
    void started.isListening.then(() => {
      if (child !== started.child) return
      cancelTimer()
      fallback = undefined
      state.isRunning = true
      ready.resolve()
      changed.resolve()
      cancelTimer = setTimer(check, times.check)
    })
    started.ended.then((end) => ended(end, started.lastWords()))
  }

  /** Starts the process. Returns undefined if the system has no memory or file descriptors for it; then it is tried again. */
  function tryToStart(): ReturnType<typeof startChild> | undefined {
    try {
      return startChild({ ...deps, start }, port)
    } catch (error) {
      ended({ code: 1, signal: null }, [error instanceof Error ? error.message : String(error)])
      return undefined
    }
  }

  function wasStoppedForChange(): boolean {
    const was = isChanging
    isChanging = false
    return was
  }

  /** Settings that the process refuses are replaced by those before. */
  function hasRefusedChange(code: number | null, lastWords: string[]): boolean {
    if (code !== unusableSettings || fallback === undefined) return false
    log.error(
      { reason: lastWords.join('\n') },
      'the mention service refuses the changed settings, and goes on with those before',
    )
    start = fallback
    fallback = undefined
    return true
  }

  function ended({ code, signal }: End, lastWords: string[]): void {
    cancelTimer()
    child = undefined
    state.isRunning = false
    if (isClosed) return
    if (wasStoppedForChange() || hasRefusedChange(code, lastWords)) {
      launch()
      return
    }
    const how =
      unanswered >= checksOfHang ? 'it did not answer' : signal ? `signal ${signal}` : `exit code ${code}`
    if (code === unusableSettings) ready.reject(new ServiceRefusedError(lastWords.join('\n')))
    // The bot must not wait for it: what it has read before is posted without it.
    else ready.resolve()
    state.failures = now() - startedAt >= times.settled ? 1 : state.failures + 1
    state.lastEnd = [how, ...lastWords.slice(-1)].join(': ')
    log.warn(
      { reason: state.lastEnd, failures: state.failures },
      'the mention service has ended and is started again',
    )
    deps.changed(state)
    const pauseMs = backoffMs(state.failures, { firstMs: times.firstPause, maxMs: times.longestPause })
    cancelTimer = setTimer(launch, pauseMs + randomInt(1 + Math.round(pauseMs / 10)))
  }

  function check(): void {
    const asked = child
    withTimeout(setTimer, times.answer, client.channels)
      .then(
        (channels) => {
          unanswered = 0
          state.isRunning = true
          state.channels = channels
          if (now() - startedAt >= times.settled) state.failures = 0
        },
        () => {
          unanswered += 1
        },
      )
      .then(() => {
        if (isClosed || child !== asked) return
        if (unanswered >= checksOfHang) asked?.kill('SIGKILL')
        else cancelTimer = setTimer(check, times.check)
        deps.changed(state)
      })
  }

  async function change(listen: ServiceStart['listen'], variables: ServiceStart['variables']): Promise<void> {
    const next = { ...start, listen, variables: variables ?? {} }
    if (isDeepStrictEqual(next, { ...start, variables: start.variables ?? {} })) return
    fallback ??= start
    start = next
    changed = Promise.withResolvers()
    const cancel = setTimer(changed.resolve, times.firstStart)
    cancelTimer()
    isChanging = child !== undefined
    if (child === undefined) launch()
    else await stopChild(child)
    await changed.promise
    cancel()
  }

  async function close(): Promise<void> {
    isClosed = true
    cancelTimer()
    if (child !== undefined) await stopChild(child)
    await client.close()
  }

  async function stopChild(running: ChildProcess): Promise<void> {
    const end = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGTERM')
    const cancel = setTimer(() => running.kill('SIGKILL'), times.stop)
    await end
    cancel()
  }

  launch()
  const cancel = setTimer(ready.resolve, times.firstStart)
  try {
    await ready.promise
  } catch (error) {
    await close()
    throw error
  } finally {
    cancel()
  }
  return { url, client, state: () => state, change, close }
}

type End = { code: number | null; signal: string | null }

const logLine = z.looseObject({ level: z.number(), msg: z.string(), time: z.unknown() })

function startChild({ program, start, variables, log }: ProcessDeps, port: number) {
  const flags = [
    '--disable-warning=ExperimentalWarning',
    `--max-old-space-size=${maxHeap}`,
    ...compileCacheFlags,
  ]
  const environment = Object.fromEntries(passedOn.map((name) => [name, variables[name]]))
  // Over the fourth channel the process notices the end of this one, even after a SIGKILL.
  const child = spawn(process.execPath, [...flags, program], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  const lastWords: string[] = []
  child.on('error', ({ message }) => void lastWords.push(message))
  const { stdin, stdout, stderr } = child
  // Without file descriptors they are undefined, against the types.
  if (!stdin || !stdout || !stderr) throw new Error('there are no file descriptors for the process')
  if (child.pid !== undefined) lowerPriority(child.pid)
  // A process that ends early does not read everything.
  stdin.on('error', () => undefined)
  stdin.end(JSON.stringify({ ...start, port }))
  createInterface({ input: stderr }).on('line', (text) => {
    const line = text.slice(0, longestLine)
    const { data: entry } = logLine.safeParse(parseJson(line))
    lastWords.push(entry?.msg ?? line)
    if (lastWords.length > 20) lastWords.shift()
    passOn(log, entry ?? { level: 40, msg: line })
  })
  return {
    child,
    lastWords: () => lastWords,
    isListening: new Promise<void>((resolve) => stdout.once('data', () => resolve())),
    ended: new Promise<End>((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }))
      child.once('error', () => {
        if (child.pid === undefined) resolve({ code: 1, signal: null })
      })
    }),
  }
}

function passOn(
  log: Log,
  { level, msg, time: _, ...fields }: { level: number; msg: string; time?: unknown },
): void {
  const name = level >= 50 ? 'error' : level >= 40 ? 'warn' : 'info'
  log[name]({ ...fields, of: 'mention service' }, msg)
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, lowPriority)
  } catch {
    // Some systems forbid it, or the process has ended already.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

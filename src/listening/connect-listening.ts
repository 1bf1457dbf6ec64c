import { join } from 'node:path'
import type { SetTimer } from '@overheard/base/clock'
import { type ProxySettings, withoutProxy } from '@overheard/base/http'
import type { Time } from '@overheard/base/time'
import {
  createListeningClient,
  type ListeningClient,
  type ListeningState,
} from '@overheard/mention-client/listening-client'
import { mentionsFile } from '../model/listening.ts'
import type { Log } from '../model/log.ts'
import type { ProblemBoard } from '../model/problem.ts'
import { serviceProgram } from './program.ts'
import { problemsOfService, tellProblems } from './service-problems.ts'
import { runServiceProcess } from './service-process.ts'

type Surroundings = {
  environment: { MENTIONS_API_URL: string; MENTIONS_API_TOKEN: string; DATA_DIR: string }
  variables: Record<string, string | undefined>
  proxy: ProxySettings
  version: string
}

type Parts = {
  now: () => Time
  setTimer: SetTimer
  log: Log
  problems: Pick<ProblemBoard, 'raise' | 'clear' | 'openProblems'>
}

type Listen = { port?: number | undefined }

export type Listening = {
  /** How to reach the mention service. */
  mentionService: { baseUrl: string; token: string; proxy: ProxySettings; hasPlainTexts?: true }
  client: ListeningClient
  /** Undefined if the bot does not run the mention service itself. */
  state: () => ListeningState | undefined
  /** Starts the own mention service with other settings, unless they are the same. */
  change(listen: Listen | undefined, variables: Surroundings['variables']): Promise<void>
  close(): Promise<void>
}

/** Starts the mention service of the bot if `listen` is given. Rejects with ServiceRefusedError. */
export async function connectListening(
  listen: Listen | undefined,
  { environment, variables, proxy, version }: Surroundings,
  { problems, ...parts }: Parts,
): Promise<Listening> {
  const { MENTIONS_API_URL: baseUrl, MENTIONS_API_TOKEN: token, DATA_DIR: folder } = environment
  if (listen === undefined) {
    const mentionService = { baseUrl, token, proxy }
    const client = createListeningClient({ ...mentionService, now: parts.now })
    const change = async () => undefined
    return { mentionService, client, state: () => undefined, change, close: client.close }
  }
  const own = await runServiceProcess({
    ...parts,
    program: serviceProgram,
    start: {
      ...{ listen, file: join(folder, mentionsFile), token, version, proxy },
      variables: namedVariables(listen, variables),
    },
    variables,
    changed: (state) => tellProblems(problems, problemsOfService(state, parts.now())),
  })
  return {
    mentionService: { baseUrl: own.url, token, proxy: withoutProxy, hasPlainTexts: true },
    client: own.client,
    state: own.state,
    async change(other = listen, given) {
      await own.change(other, namedVariables(other, given))
    },
    close: own.close,
  }
}

/** The environment variables that settings name. The service gets no others, because it reads what strangers write. */
export function namedVariables(
  listen: object,
  variables: Surroundings['variables'],
): Surroundings['variables'] {
  const written = JSON.stringify(listen)
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => written.includes(JSON.stringify(name))),
  )
}

import { z } from 'zod'
import type { World } from './bot-world.ts'

/** The bot process's answer to `/status`, for tests from outside. */

const running = z.object({ url: z.string() })
const report = z.object({
  problems: z.array(
    z.object({
      key: z.string(),
      code: z.string().optional(),
      what: z.string(),
      whatToDo: z.string(),
      since: z.iso.datetime(),
    }),
  ),
})

export type ReportedProblem = z.output<typeof report>['problems'][number]

/** The base URL of the status pages of the process that was started last. */
function urlOf(world: World): string | undefined {
  const lines = world.output().split('\n')
  const line = lines.findLast((text) => text.includes('Overheard is running'))
  return line === undefined ? undefined : running.parse(JSON.parse(line)).url
}

function withToken({ environment }: World): RequestInit {
  const { STATUS_TOKEN: token } = environment
  return token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }
}

/** The values of `/metrics` by name and labels. */
export async function metricsOf(world: World): Promise<Map<string, number>> {
  const text = await (await fetch(`${urlOf(world)}/metrics`, withToken(world))).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

const wholeReport = z.looseObject({
  ok: z.boolean(),
  listening: z
    .looseObject({
      isRunning: z.boolean(),
      sources: z.array(z.looseObject({ lastAnswer: z.string().optional() })),
    })
    .optional(),
})

/** The whole answer of the process that was started last; undefined while it does not answer. */
export async function statusOf(world: World): Promise<z.output<typeof wholeReport> | undefined> {
  const url = urlOf(world)
  if (url === undefined) return undefined
  const answer = await fetch(`${url}/status`, withToken(world)).catch(() => undefined)
  return answer && wholeReport.parse(await answer.json())
}

/** The open problems of the process that was started last; none while it does not answer. */
export async function problemsOf(world: World): Promise<ReportedProblem[]> {
  const url = urlOf(world)
  if (url === undefined) return []
  const answer = await fetch(`${url}/status`, withToken(world)).catch(() => undefined)
  return answer === undefined ? [] : report.parse(await answer.json()).problems
}

/** Waits for a matching problem and returns it; on timeout it fails with the bot's output. */
export async function problemThat(
  world: World,
  what: string,
  isIt: (problem: ReportedProblem) => boolean,
): Promise<ReportedProblem> {
  let found: ReportedProblem | undefined
  let isAsking = false
  await world.until(what, () => {
    if (!isAsking && found === undefined) {
      isAsking = true
      void problemsOf(world).then((problems) => {
        found = problems.find(isIt)
        isAsking = false
      })
    }
    return found !== undefined
  })
  if (found === undefined) throw new Error(what)
  return found
}

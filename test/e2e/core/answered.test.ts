import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { channel, createWorld, onPostgres, type World } from '../../tools/e2e/bot-world.ts'

/** Slack accepted a post, but the checkpoint cannot be written and the history not read: only the process knows that it posted. */

let world: World | undefined
afterEach(() => world?.close())

const ready = z.object({ problems: z.array(z.object({ what: z.string() })) })

async function problemsOf({ output }: World): Promise<string> {
  const line = output()
    .split('\n')
    .find((text) => text.includes('Overheard is running'))
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(line ?? '{}'))
  const { problems } = ready.parse(await (await fetch(`${url}/status`)).json())
  return problems.map(({ what }) => what).join('\n')
}

it.skipIf(onPostgres)(
  'if checkpoints cannot be stored after a post, the bot posts nothing twice, reports the problem, and continues when they can be stored again',
  async () => {
    const started = await createWorld({
      configuration: {
        doubtSeconds: 1,
        subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
      },
    })
    world = started
    started.start()
    await started.until('the initial sync', () => started.watches())
    started.slack.control.setScopes('bot', ['chat:write', 'channels:read', 'groups:read', 'commands'])
    started.slack.control.fault({
      method: 'chat.postMessage',
      act: { do: 'slow', ms: 2000, after: true },
      times: 1,
    })
    started.add(101)
    started.add(102)
    await started.until('the first card', () => started.ids().includes('101'))
    const checkpoints = join(started.dataDir, 'checkpoints')
    renameSync(checkpoints, `${checkpoints}-away`)
    const failed = () => started.output().split('a poll failed with an error').length - 1
    await started.until('three more polls', () => failed() > 3)
    expect(started.ids()).toEqual(['101'])
    expect(await problemsOf(started)).toContain('The store cannot be read or written')
    renameSync(`${checkpoints}-away`, checkpoints)
    await started.until('102', () => started.ids().includes('102'))
    started.add(103)
    await started.until('103', () => started.ids().includes('103'))
    expect(started.ids()).toEqual(['101', '102', '103'])
  },
)

import { demoSubscriptions, ownSubscriptions, type Watched } from '../sandbox/demo/configuration.ts'
import { beginningOf } from '../sandbox/demo/keep.ts'
import { machineTimer } from '../sandbox/machine-timer.ts'
import { type RunningService, runService } from '../sandbox/mention-service/run-service.ts'
import { pressAlert, quietAlert } from '../sandbox/mention-service/world/alerts.ts'
import { SettingsError } from '../settings.ts'
import { connectMentionService } from './mention-service.ts'
import { createRuntime } from './runtime.ts'

/** Where the demo's mentions come from: an address, its token, what is watched, and the service itself where it is ours. */
export type Source = { url: string; token: string; watched: Watched[]; embedded: RunningService | undefined }

const embeddedToken = 'demo-service-token'

/** The generated world, as it was left in the folder `keep` where that is named. */
export async function embeddedSource(keep: string | undefined): Promise<Source> {
  const embedded = await runService({
    port: 0,
    token: embeddedToken,
    print: () => undefined,
    now: Date.now,
    besides: [quietAlert, pressAlert],
    ...(keep === undefined ? {} : { pastUntil: await beginningOf(keep, Date.now()) }),
    setTimer: machineTimer,
  })
  return { url: embedded.url, token: embeddedToken, watched: demoSubscriptions, embedded }
}

/** One's own mentions: the first alerts of the account, each in a channel of the demo. Throws where the service cannot be used. */
export async function realSource({
  MENTIONS_API_URL: url,
  MENTIONS_API_TOKEN: token,
}: Record<string, string | undefined>): Promise<Source> {
  if (!url || !token)
    throw new SettingsError('Set MENTIONS_API_URL and MENTIONS_API_TOKEN (in .env) to see your own mentions.')
  const { service } = connectMentionService(
    { MENTIONS_API_URL: url, MENTIONS_API_TOKEN: token },
    createRuntime(),
    { warn: () => undefined },
  )
  try {
    const { alerts } = await service.listAlerts()
    return { url, token, watched: ownSubscriptions(alerts), embedded: undefined }
  } finally {
    await service.close()
  }
}

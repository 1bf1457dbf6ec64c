import type { WrittenAlert } from '@overheard/mention-client/id'
import { z } from 'zod'
import type { Access } from '../../listeners/access.ts'
import type { SubscriptionFinder } from '../../listeners/find-subscription.ts'
import type { Collection, CollectionKind } from '../../model/collection.ts'
import { type RegisteredSubscription, recipientOf } from '../../model/subscription.ts'
import type { Channels } from '../../slack/channels.ts'
import { type Steps, stepsBlocks } from './messages.ts'

const greetedSchema = z.object({ user: z.string(), isDone: z.literal(true).exactOptional() })
type Greeted = z.infer<typeof greetedSchema>

/** The one record has the person whom the bot greets. */
export const greetedKind: CollectionKind<Greeted> = { name: 'first-steps', schema: greetedSchema }

const key = 'person'

type StepsDeps = {
  /** Installations of before the greeting had a configuration file, so nobody is greeted there. */
  hasFile: boolean
  greeted: Pick<Collection<Greeted>, 'find' | 'change'>
  access: Pick<Access, 'refusal' | 'readableSubscriptions'>
  registry: { all(): RegisteredSubscription[] }
  finder: Pick<SubscriptionFinder, 'channelOf'>
  channels: Pick<Channels, 'probe'>
  alertName: (written: WrittenAlert) => string
}

/** A fresh installation greets one person, once: the first who opens the home tab and may add alerts, most likely the one who installed it. */
export function createFirstSteps(deps: StepsDeps) {
  const { greeted, access } = deps

  async function isGreeted(user: string): Promise<boolean> {
    const known = await greeted.find(key)
    if (known !== undefined) return known.user === user && known.isDone === undefined
    if ((await access.refusal({ user, channel: '' }, 'subscribe', {})) !== undefined) return false
    const kept = await greeted.change(key, (current) => current ?? { user })
    return kept?.user === user && kept.isDone === undefined
  }

  async function stepsOf(user: string): Promise<Steps> {
    const listed = await access.readableSubscriptions({ user, channel: '' }, deps.registry.all())
    // Nobody is invited to direct messages.
    const posting = listed.filter((one) => recipientOf(one) === undefined)
    const found = await Promise.all(posting.map(deps.finder.channelOf))
    const channels = [...new Set(found.filter((id) => id !== undefined))]
    const probed = await Promise.all(channels.map(async (id) => [id, await deps.channels.probe(id)] as const))
    return {
      alerts: [...new Set(listed.map(({ subscription }) => deps.alertName(subscription.alert)))],
      channels,
      missing: probed.flatMap(([id, state]) => (state === 'unusable' ? [id] : [])),
    }
  }

  return {
    blocks: async (user: string) =>
      !deps.hasFile && (await isGreeted(user)) ? stepsBlocks(await stepsOf(user)) : [],
    /** Only the greeted person ends the greeting. */
    async hide(user: string): Promise<void> {
      await greeted.change(key, (current) =>
        current?.user === user && current.isDone === undefined ? { ...current, isDone: true } : current,
      )
    },
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { Time } from '@overheard/base/time'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import { z } from 'zod'
import type { Access } from '../../listeners/access.ts'
import { askerOnHome, type HomeTab } from '../../listeners/home-section.ts'
import { emptyForm, type Form, type FormViews, openForm } from '../../listeners/open-modal.ts'
import type { HomeAction, ViewSubmission } from '../../listeners/payloads.ts'
import type { Acknowledge, FormErrors } from '../../listeners/registration.ts'
import type { ZoneOf } from '../../listeners/reply.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { list } from '../../messages/kit/say.ts'
import type { MadeSettings, SettingsFromSlack } from '../../model/made-settings.ts'
import type { Content } from '../../model/message.ts'
import type { Channels } from '../../slack/channels.ts'
import type { Users } from '../../slack/users.ts'
import { canPost } from '../../subscriptions/can-post.ts'
import type { ChangeKind } from '../../subscriptions/change-kind.ts'
import type { ChangeLog } from '../../subscriptions/change-log.ts'
import type { PrivateAlerts } from '../../subscriptions/private-alerts.ts'
import { settingsModal } from './form.ts'
import { createOwnSite, type OwnSiteDeps } from './own-site.ts'
import { inputsOf, noteOf, readShown, touched } from './shown-inputs.ts'
import {
  presentSettings,
  readSettingsForm,
  type Saved,
  type SettingKey,
  say,
  settingKeys,
  settingsInputs,
} from './values.ts'

export const settingsCallback = 'settings'

/** The settings against which a form was read. */
export type Against = Pick<SettingsFromSlack, 'of' | 'faults'>

/** The values before and after, by their keys. `null` is no value. */
export const settingsChangeSchema = z.object({
  kind: z.literal('settings'),
  before: z.record(z.string(), z.json()),
  after: z.record(z.string(), z.json()),
})
export type SettingsChange = z.infer<typeof settingsChangeSchema>

type SettingsDeps = {
  now: () => Time
  zoneOf: ZoneOf
  fromSlack: SettingsFromSlack
  /** The names of the sources that need nothing but their name. */
  simpleSources: readonly string[]
  access: Pick<Access, 'refusal' | 'readableAlerts'>
  alerts: Pick<AlertDirectory, 'all' | 'known'>
  privateAlerts: Pick<PrivateAlerts, 'isPrivate' | 'names'>
  listening: OwnSiteDeps['listening']
  users: Pick<Users, 'presenceOf'>
  channels: Pick<Channels, 'probe' | 'join'>
  changes: Pick<ChangeLog, 'announce'>
  views: FormViews
}

/** The settings are those of the whole installation, so they are about no channel. */
const everywhere = ''

/** What people set for the whole installation, on the home tab. */
export function createSettings(deps: SettingsDeps) {
  const { access, fromSlack, simpleSources } = deps

  const refusalOf = (user: string) =>
    access.refusal({ user, channel: '', byValue: true }, 'change', { forEverybody: true })

  async function form(action: HomeAction): Promise<Form | Content> {
    const refusal = await refusalOf(action.user)
    if (refusal !== undefined) return textMessage(refusal)
    const all = await access.readableAlerts(
      askerOnHome(action),
      await deps.alerts.all().catch(deps.alerts.known),
    )
    const present = presentSettings(await latest(fromSlack), simpleSources)
    const timezone = await deps.zoneOf(action.user)
    const modal = settingsModal({ present, offered: all.map(({ name }) => name), timezone })
    return { ...modal, callback: settingsCallback, note: noteOf(modal.blocks, present) }
  }

  /** What the person changed, or what is wrong with it. `against` are the values that it replaces. */
  async function read(submission: ViewSubmission) {
    const against = await latest(fromSlack)
    const note = readShown(submission.metadata)
    const present = presentSettings(against, simpleSources)
    const touchOf = (key: SettingKey) => touched(key, submission.values, note, present)
    const lost = settingKeys.find((key) => touchOf(key) === 'also-elsewhere')
    if (lost !== undefined) return { errors: { [inputsOf[lost][0] ?? '']: say.changedMeanwhile() } }
    const timezone = await deps.zoneOf(submission.user)
    const isTouched = (key: SettingKey) => touchOf(key) === 'yes'
    const found = readSettingsForm(submission, against, { timezone, simple: simpleSources, isTouched })
    if ('errors' in found) return found
    // The reading of a site needs the mention service, which a change of its settings starts again.
    if (found.site !== undefined && found.changed.listen !== undefined)
      return { errors: { [settingsInputs.site]: say.siteAlone() } }
    return { ...found, against }
  }

  async function errorsOf(user: string, changed: MadeSettings): Promise<FormErrors> {
    const [owner, digest] = await Promise.all([ownerErrors(changed), digestErrors(user, changed)])
    return owner === undefined && digest === undefined ? undefined : { ...owner, ...digest }
  }

  /** Slack lets people choose apps, too, but nobody can send them a direct message. */
  async function ownerErrors({ owner }: MadeSettings): Promise<FormErrors> {
    if (typeof owner !== 'string' || (await deps.users.presenceOf(owner)) !== 'gone') return undefined
    return { [settingsInputs.owner]: say.ownerIsNobody() }
  }

  async function digestErrors(user: string, changed: MadeSettings): Promise<FormErrors> {
    if (changed.digests === undefined || changed.digests === null) return undefined
    const { digest } = presentSettings(
      { of: () => ({ value: changed.digests, isInFile: false }) },
      simpleSources,
    )
    if (digest === undefined) return undefined
    const { alerts, channel } = digest
    const said = (sentence: string) => ({ [settingsInputs.digestChannel]: sentence })
    const asking = { user, channel: '', byValue: true } as const
    const refusal = await access.refusal(asking, 'subscribe', { channel, alerts })
    if (refusal !== undefined) return said(refusal)
    const isPrivate = await Promise.all(alerts.map(deps.privateAlerts.isPrivate))
    if (isPrivate.includes(true)) return said(say.privateAlert())
    return (await canPost(deps, channel)) ? undefined : said(say.cannotPost())
  }

  /** Returns false if somebody has changed one of the settings since they were read `against`. What was stored until then is announced. */
  async function store(user: string, changed: MadeSettings, { of }: Against): Promise<boolean> {
    const before: Record<string, z.core.util.JSONType> = {}
    const after: Record<string, z.core.util.JSONType> = {}
    let isCurrent = true
    for (const [key, value] of Object.entries(changed))
      await fromSlack.stored.change(key, (current) => {
        const earlier = current?.value ?? null
        isCurrent &&= isDeepStrictEqual(current?.value ?? of(key).value, of(key).value)
        if (!isCurrent) return current
        before[key] = earlier
        after[key] = value
        return value === null ? undefined : { value, by: user, at: deps.now() }
      })
    const keys = Object.keys(after)
    if (keys.length === 0) return isCurrent
    const did = () => [say.didChange({ keys: list(keys, 'narrow') })]
    const change: SettingsChange = { kind: 'settings', before, after }
    await deps.changes.announce(everywhere, user, did, change)
    return isCurrent
  }

  async function answer(submission: ViewSubmission, { changed, site }: Saved, home: HomeTab): Promise<void> {
    const { user } = submission
    const isChanged = Object.keys(changed).length > 0
    const note = isChanged ? say.changed() : say.unchanged()
    await Promise.all([
      site !== undefined && ownSite.propose(submission, site, home),
      (isChanged || site === undefined) && home.answer({ user, trigger: '', value: '', state: {} }, note),
    ])
  }

  const ownSite = createOwnSite({ ...deps, refusalOf, store })

  return {
    takeSite: ownSite.submit,
    async open(action: HomeAction, home: HomeTab): Promise<void> {
      const answer = await openForm(deps.views, action.trigger, () => form(action))
      if (answer !== undefined) await home.answer(action, answer.text)
    },
    /** `acknowledge` closes the form when everything is stored, or shows what is wrong. */
    async submit(submission: ViewSubmission, acknowledge: Acknowledge, home: HomeTab): Promise<void> {
      const { user } = submission
      const refusal = await refusalOf(user)
      if (refusal !== undefined) return acknowledge({ [firstInput(fromSlack)]: refusal })
      const found = await read(submission)
      if ('errors' in found) return acknowledge(found.errors)
      const errors = await errorsOf(user, found.changed)
      if (errors !== undefined) return acknowledge(errors)
      if (Object.keys(found.changed).length > 0 && !(await store(user, found.changed, found.against)))
        return acknowledge({ [firstInput(fromSlack)]: say.changedMeanwhile() })
      await acknowledge(undefined, found.site === undefined ? undefined : emptyForm())
      await answer(submission, found, home)
    },
  }
}

/** Stored values count at once, and others when the reload that they cause has ended. */
async function latest({ of, faults, stored }: SettingsFromSlack): Promise<Against> {
  const values = await Promise.all(
    settingKeys.map(async (key) => [key, (await stored.find(key))?.value] as const),
  )
  const known = new Map<string, z.core.util.JSONType | undefined>(values)
  return {
    faults,
    of: (key) => ({
      isInFile: of(key).isInFile,
      value: of(key).isInFile ? of(key).value : (known.get(key) ?? of(key).value),
    }),
  }
}

/** Slack shows an error only at an input that the form has. */
function firstInput({ of }: SettingsFromSlack): string {
  const inputs = {
    owner: settingsInputs.owner,
    quiet: settingsInputs.quietFrom,
    digests: settingsInputs.digestChannel,
  }
  for (const [key, name] of Object.entries(inputs)) if (!of(key).isInFile) return name
  return settingsInputs.feeds
}

/** Undoes a change as a whole, unless a later one must be undone first. */
export const settingsChanges = ({
  now,
  fromSlack: { stored },
}: Pick<SettingsDeps, 'now' | 'fromSlack'>): ChangeKind<SettingsChange> => ({
  permissionToUndo: () => ({ operation: 'change', alerts: [] }),
  async undo({ before, after }, user) {
    const entries = Object.entries(after)
    const present = await Promise.all(entries.map(async ([key]) => (await stored.find(key))?.value ?? null))
    if (!entries.every(([, value], at) => isDeepStrictEqual(present[at], value))) return 'changed-since'
    for (const [key, value] of entries)
      await stored.change(key, (current) => {
        if (!isDeepStrictEqual(current?.value ?? null, value)) return current
        const earlier = before[key] ?? null
        return earlier === null ? undefined : { value: earlier, by: user, at: now() }
      })
    return 'undone'
  },
  afterUndo({ after }) {
    const keys = Object.keys(after)
    return say.undone({ keys: list(keys, 'narrow'), count: keys.length })
  },
})

import { defined } from '@overheard/base/defined'
import {
  context,
  type InputChoice,
  input,
  longestChoice,
  longestInput,
  optionOf,
  plainText,
  section,
  select,
} from '../../messages/kit/block-kit.ts'
import { cut } from '../../messages/kit/text.ts'
import type { Block, ModalContent } from '../../model/message.ts'
import {
  digestSchedules,
  longestAddress,
  type Present,
  type SettingKey,
  say,
  settingsInputs,
} from './values.ts'

const mostOptions = 100

/** `offered` are the alerts that the person may see. */
export type SettingsForm = { present: Present; offered: string[]; timezone: string }

export function settingsModal(form: SettingsForm): ModalContent {
  const { present } = form
  const parts = [
    present.inFile.has('owner') ? fromFile('owner') : [ownerInput(present)],
    present.inFile.has('quiet') ? fromFile('quiet') : quietInputs(form),
    present.inFile.has('digests') ? fromFile('digests') : digestInputs(form),
    ...(present.listen === undefined
      ? []
      : [present.inFile.has('listen') ? fromFile('listen') : listenInputs(present.listen)]),
  ]
  const isEditable = parts.flat().some(({ type }) => type === 'input')
  return { title: say.title(), ...(isEditable && { submit: say.save() }), blocks: parts.flat() }
}

const fromFile = (key: SettingKey): Block[] => [section(say.inFile({ key }))]

function ownerInput({ owner }: Present): Block {
  const element = { type: 'users_select' as const, action_id: settingsInputs.owner }
  const initial = defined({ initial_user: owner })
  return input(say.owner(), settingsInputs.owner, { ...element, ...initial }, true)
}

const timeInput = (label: string, name: string, initial: string | undefined, hint?: string): Block => ({
  ...input(label, name, { type: 'timepicker', action_id: name, ...defined({ initial_time: initial }) }, true),
  ...(hint !== undefined && { hint: plainText(hint) }),
})

function quietInputs({ present: { quiet }, timezone }: SettingsForm): Block[] {
  const hint = say.timezone({ timezone: quiet?.timezone ?? timezone })
  return [
    timeInput(say.quietFrom(), settingsInputs.quietFrom, quiet?.from),
    timeInput(say.quietTo(), settingsInputs.quietTo, quiet?.to, hint),
  ]
}

function digestInputs({ present: { digest }, offered }: SettingsForm): Block[] {
  const names = [...new Set([...(digest?.alerts ?? []), ...offered])].filter(
    ({ length }) => length <= longestChoice,
  )
  const channel = {
    type: 'conversations_select' as const,
    action_id: settingsInputs.digestChannel,
    filter: { include: ['public' as const, 'private' as const] },
    ...defined({ initial_conversation: digest?.channel }),
  }
  const own = digestSchedules.some(({ schedule }) => schedule === digest?.schedule)
    ? undefined
    : digest?.schedule
  const schedules = [
    ...digestSchedules.map(({ period, schedule }) => ({ label: say.schedule({ period }), value: schedule })),
    ...(own === undefined ? [] : [{ label: cut(own, 70), value: own }]),
  ]
  const named = names.map((name) => ({ label: cut(name, 75) || '?', value: name }))
  return [
    {
      ...input(say.digestChannel(), settingsInputs.digestChannel, channel, true),
      hint: plainText(say.noDigest()),
    },
    ...(named.length === 0
      ? []
      : [
          several(
            say.digestAlerts(),
            settingsInputs.digestAlerts,
            named,
            digest?.alerts ?? names.slice(0, 5),
          ),
        ]),
    select(
      say.when(),
      settingsInputs.digestSchedule,
      schedules,
      digest?.schedule ?? digestSchedules[0].schedule,
    ),
  ]
}

function listenInputs({ feeds, sources, simple }: NonNullable<Present['listen']>): Block[] {
  const text = feeds.join('\n')
  const site = {
    ...input(
      say.site(),
      settingsInputs.site,
      { type: 'plain_text_input', action_id: settingsInputs.site, max_length: longestAddress },
      true,
    ),
    hint: plainText(say.aboutSite()),
  }
  if (text.length > longestInput) return [site, context(plainText(say.tooManyFeeds({ count: feeds.length })))]
  return [
    site,
    {
      ...input(
        say.feeds(),
        settingsInputs.feeds,
        {
          type: 'plain_text_input',
          action_id: settingsInputs.feeds,
          multiline: true,
          max_length: longestInput,
          ...(text !== '' && { initial_value: text }),
        },
        true,
      ),
      hint: plainText(say.aboutFeeds()),
    },
    several(
      say.sources(),
      settingsInputs.sources,
      simple.map((name) => ({ label: name, value: name })),
      Object.keys(sources).filter((name) => simple.includes(name) && sources[name] === true),
    ),
  ]
}

export function several(label: string, name: string, choices: InputChoice[], chosen: string[]): Block {
  const options = choices.slice(0, mostOptions).map(optionOf)
  const initial = options.filter(({ value }) => chosen.includes(value))
  return input(
    label,
    name,
    {
      type: 'multi_static_select',
      action_id: name,
      options,
      ...(initial.length > 0 && { initial_options: initial }),
    },
    true,
  )
}

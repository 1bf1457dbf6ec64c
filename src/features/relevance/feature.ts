import { defineFeature } from '../../kernel/feature.ts'
import { isRebuilt } from '../../messages/problems/damage-texts.ts'
import { openCollection } from '../../model/collection.ts'
import { remindersOf } from '../../reminders/reminder-kind.ts'
import { createDaily, dailyCron } from './daily.ts'
import { createFilter } from './filter.ts'
import { createHeld } from './held.ts'
import { createLabels } from './labels.ts'
import { heldWeekBlock, say } from './messages.ts'
import { broughtBackSchema, heldKind, heldLineSchema, labelKind, learningKind } from './model.ts'
import { aboutOf, filtersIn, keys } from './settings.ts'

const numberFrom = (least: number, most: number) => (written: string) => {
  const number = Number(written)
  const isUsable = Number.isInteger(number) && number >= least && number <= most
  return isUsable ? undefined : `It must be a whole number from ${least} to ${most}.`
}

/** Holds back what is not about us, and learns from what people do. */
export const relevance = defineFeature({
  name: 'relevance',
  keys: { file: {}, ...keys },
  filters: (_settings, own) => filtersIn(own),
  collections: [
    {
      kind: labelKind,
      damage: { name: say.labelDamagedName(), record: say.labelDamaged },
    },
    { kind: learningKind, damage: { name: say.wordsDamagedName(), record: isRebuilt } },
    {
      kind: heldKind,
      damage: {
        name: say.heldDamagedName(),
        record: say.heldDamaged,
      },
    },
  ],
  reminders: { 'brought-back': broughtBackSchema, 'held-line': heldLineSchema },
  commands: [
    {
      name: 'relevance',
      description: 'measure on labelled texts how much noise the filter of `about` holds back',
      options: [
        { flags: '--data <folder>', description: 'the folder with NAME.train.jsonl and NAME.test.jsonl' },
        {
          flags: '--labels <number>',
          description: 'how many texts are labels (default: 30, 100 and 400)',
          problemOf: numberFrom(1, 100_000),
        },
        {
          flags: '--flipped <percent>',
          description: 'how many of the labels are wrong (default: 0)',
          problemOf: numberFrom(0, 50),
        },
        { flags: '--json', description: 'print the figures as JSON' },
      ],
      run: async (options, tools) => (await import('./command.ts')).relevance(options, tools),
    },
  ],
  replayRule: async (records) => (await import('./replay.ts')).replayRule(records),
  uses: ({
    clock: { now },
    settings: { layout, timezone },
    health: { log, problems },
    store,
    alerts: { directory: alerts, service },
    subscriptions: { registry, finder, mutes },
    cards,
    people: { access, reply },
    reminders: { led: ledReminders, pressed },
    features: { menu, tellPosted },
  }) => ({
    timezone,
    ...{
      now,
      log,
      problems,
      registry,
      finder,
      mutes,
      alerts,
      service,
      access,
      reply,
      layout,
      menu,
      tellPosted,
    },
    keep: cards.originalCards.keep,
    findCard: cards.find,
    postedSince: cards.postedSince,
    leads: store.leads,
    labels: openCollection(store, labelKind),
    learning: openCollection(store, learningKind),
    held: openCollection(store, heldKind),
    led: {
      held: openCollection(store.leading, heldKind),
      learning: openCollection(store.leading, learningKind),
      lines: remindersOf(ledReminders, heldLineSchema),
    },
    reminders: remindersOf(pressed, broughtBackSchema),
  }),
  create({ timezone, ...used }) {
    const filter = createFilter(used)
    const labels = createLabels(used)
    const held = createHeld({ ...used, filter, labels })
    const daily = createDaily({ ...used, timezone, filter })
    const reminders = { 'brought-back': held.cards, 'held-line': daily.lines }
    const isOn = used.registry.all().some(({ subscription }) => aboutOf(subscription) !== undefined)
    return {
      // What an earlier configuration stored still ends.
      reminders,
      subcommands: [held.command],
      listen: held.listen,
      explains: held.explains,
      prune: daily.prune,
      home: [
        {
          place: 'afterSpikes',
          mostBlocks: 2,
          blocks: async (user, channels) => heldWeekBlock(await daily.weeksFor(user, channels)),
        },
      ],
      ...(isOn && {
        rule: filter.ruleFor,
        hooks: { handled: labels.handled, posted: labels.posted, changed: labels.changed },
        jobs: [
          {
            name: 'relevance',
            after: [`records ${labelKind.name}`, `records ${heldKind.name}`],
            run: filter.refresh,
          },
          { name: 'held back', cron: dailyCron, timezone, run: daily.run },
          { name: 'old labels', cron: dailyCron, timezone, run: labels.prune },
        ],
      }),
    }
  },
})

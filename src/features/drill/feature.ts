import { parseJson } from '@overheard/base/json'
import { z } from 'zod'
import { defineFeature } from '../../kernel/feature.ts'
import { whichSubscription } from '../../listeners/which-subscription.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { openCollection } from '../../model/collection.ts'
import { nameInLine } from '../../typed/term.ts'
import { createDrills } from './drill.ts'
import { answerAction, drillQuestion, say } from './messages.ts'
import { drillKind, drillStepSchema } from './model.ts'
import { parseDrill } from './parse-drill.ts'

const pressed = z.tuple([z.string(), z.string()]).transform(([channel, id]) => ({ channel, id }))

/** `/mentions drill` posts a made-up mention, and tells who answered. */
export const drill = defineFeature({
  name: 'drill',
  keys: { file: {}, subscription: {} },
  collections: [{ kind: drillKind, damage: { name: say.damagedName(), record: say.damaged } }],
  reminders: { drill: drillStepSchema },
  uses: ({
    clock: { now, newId },
    settings: { layout },
    store,
    slack,
    alerts: { nameOf: alertName },
    subscriptions: { finder, registry, privateAlerts, decideFor },
    people: { access, reply },
    reminders: { add: addReminder },
    features: { menu, calls },
  }) => ({
    access,
    finder,
    registry,
    reply,
    drilling: {
      ...{ now, newId, layout, menu, access, registry },
      drills: openCollection(store, drillKind),
      addStep: addReminder,
      decideFor,
      mayPost: privateAlerts.mayPost,
      alertName,
      calls,
      nameOf: slack.users.nameOf,
      openDirect: slack.users.openDirect,
      permalink: slack.messages.permalink,
      update: slack.messages.update,
    },
  }),
  create({ access, finder, registry, reply, drilling }) {
    const drills = createDrills(drilling)
    return {
      subcommands: [
        {
          word: 'drill',
          rest: 'read',
          get help() {
            return say.help()
          },
          isSlow: true,
          async answer(asker, line) {
            const { scenario, ...asked } = parseDrill(line)
            const readable = await access.readableSubscriptions(asker, registry.all())
            const picked = await finder.find(asked, asker.channel, readable)
            if (picked.kind !== 'one')
              return whichSubscription(picked, { kind: 'drill', ...asked, term: scenario }, readable)
            const { listed, channel } = picked
            const { alert } = listed.subscription
            const isConfirmed = asker.isConfirmed === true
            const begun = await drills.begin(asker, listed, { channel, alert, scenario, isConfirmed })
            if (typeof begun === 'string') return textMessage(begun)
            const { name } = listed.subscription
            const confirm = `drill ${scenario} ${nameInLine(name)} <#${channel}>`
            return { ...drillQuestion(name, begun.calls), confirm }
          },
        },
      ],
      listen(on) {
        on.inMessage(answerAction, async (action) => {
          const read = pressed.safeParse(parseJson(action.value))
          if (!read.success) return
          await reply(action, textMessage(await drills.answer(action, read.data)), 'beside')
        })
      },
      reminders: { drill: drills.steps },
      prune: drills.prune,
    }
  },
})

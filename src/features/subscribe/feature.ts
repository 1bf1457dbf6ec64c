import { defineFeature } from '../../kernel/feature.ts'
import { askerOnHome, type HomeTab } from '../../listeners/home-section.ts'
import { openForm } from '../../listeners/open-modal.ts'
import type { HomeAction } from '../../listeners/payloads.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { say } from './form.ts'
import { createSubscribeCommands } from './subcommands.ts'
import { createSubscribeView, subscribeCallback } from './view.ts'

/** People subscribe channels to alerts, and edit and end these subscriptions, in Slack. */
export const subscribe = defineFeature({
  name: 'subscribe',
  keys: { file: {}, subscription: {} },
  uses: ({
    clock: { firesHourly },
    settings: { timezone, layout, subscriptionDefaults: defaults },
    slack,
    alerts: { directory: alerts },
    subscriptions: { finder, registry, service: subscriptions, status, recipients },
    people: { access, reply },
  }) => ({
    zoneOf: async (user: string) => (await slack.users.zoneOf(user)) ?? timezone,
    views: slack.views,
    channels: slack.channels,
    access,
    finder,
    registry,
    alerts,
    subscriptions,
    recipients,
    status,
    layout,
    defaults,
    firesHourly,
    reply,
  }),
  create(parts) {
    const { access } = parts
    const subscribeView = createSubscribeView(parts)
    async function openOnHome(action: HomeAction, home: HomeTab): Promise<void> {
      const asker = askerOnHome(action)
      // No channel is chosen yet. The form checks the channel at the preview and at the submission.
      const answer = await openForm(parts.views, action.trigger, async () => {
        const refusal = await access.refusal(asker, 'subscribe', {})
        return refusal === undefined ? subscribeView.newForm(asker, {}) : textMessage(refusal)
      })
      if (answer !== undefined) await home.answer(action, answer.text)
    }
    return {
      subcommands: createSubscribeCommands({ ...parts, subscribeView }),
      homeButtons: [
        {
          get label() {
            return say.add()
          },
          action: actionIds.subscribe,
          style: 'primary',
        },
      ],
      alertChoices: [
        {
          choice: 'edit',
          get label() {
            return say.edit()
          },
          operation: 'subscribe',
          isOffered: ({ fromSlack }) => fromSlack !== undefined,
          opensForm: true,
          choose: (action, listed) => subscribeView.editForm(askerOnHome(action), listed),
        },
      ],
      listen(on, home) {
        on.onHome(actionIds.subscribe, (action) => openOnHome(action, home))
        on.inModal(actionIds.previewForm, subscribeView.preview)
        on.inModal(actionIds.formMore, subscribeView.showMore)
        // It acknowledges after everything is stored, and before Slack is asked to show it. If the process dies before, Slack shows an error.
        on.slowSubmit(subscribeCallback, async (submission, acknowledge) => {
          const errors = await subscribeView.check(submission)
          if (errors !== undefined) return acknowledge(errors)
          await subscribeView.submit(submission, acknowledge)
          if (subscribeView.isFromHome(submission)) await home.show(submission.user)
        })
      },
    }
  },
})

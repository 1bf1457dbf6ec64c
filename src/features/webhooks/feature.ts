import { ofAll } from '../../health/metrics-of-features.ts'
import { defineFeature } from '../../kernel/feature.ts'
import { isRebuilt } from '../../messages/problems/damage-texts.ts'
import { secretValues } from '../../model/secret-values.ts'
import { webhookKind } from './delivery.ts'
import { say } from './messages.ts'
import { queuedEventSchema } from './model.ts'
import { checkSecrets, keys, webhookSecret } from './settings.ts'
import { createWebhooks } from './webhooks.ts'

/** Sends signed events over HTTP. */
export const webhooks = defineFeature({
  name: 'webhooks',
  keys: { file: keys, subscription: {} },
  check: (settings, _subscriptions, variables) => checkSecrets(settings, variables),
  secrets: (settings, variables) =>
    settings.webhooks
      .flatMap(({ secretEnv }) => secretValues(webhookSecret(variables, secretEnv)))
      .flatMap((secret) => [secret, secret.replace(/^whsec_/, '')]),
  collections: [{ kind: webhookKind, damage: { name: say.damagedStatesName(), record: isRebuilt } }],
  messages: [
    {
      name: 'webhook-events',
      schema: queuedEventSchema,
      title: say.title(),
      damage: { name: say.damagedEventsName(), record: say.damagedEvents },
      isQueue: true,
    },
  ],
  uses: ({
    clock: { now, setTimer, stopping },
    settings: { variables, proxy },
    health: { metrics, problems, log },
    store,
  }) => ({
    metrics,
    variables,
    running: {
      now,
      setTimer,
      stopping,
      leads: store.leads,
      store,
      problems,
      proxy,
      log,
    },
  }),
  create({ metrics, variables, running }, settings) {
    const list = settings.webhooks.map(({ secretEnv, ...webhook }) => ({
      ...webhook,
      secret: webhookSecret(variables, secretEnv),
    }))
    const observe = metrics.counter(
      'webhook_deliveries_total',
      'Attempts to deliver an event to a webhook, by its host and how they ended: delivered, failed, gone, or dropped after 24 hours.',
      ['webhook', 'outcome'],
    )
    const { hooks, problems, jobs, prune, close, ...webhooks } = createWebhooks(list, { ...running, observe })
    metrics.gauge(
      'webhook_events_waiting',
      `Events that wait for delivery, by the host of their webhook. ${ofAll}`,
      async () => (await webhooks.waiting()).map(({ webhook, events }) => ({ webhook, value: events })),
      ['webhook'],
    )
    metrics.gauge(
      'webhook_events_unstored',
      'Events for webhooks that wait in the memory of this process, because the store cannot be written.',
      () => [{ value: webhooks.unstored() }],
    )
    // Events of webhooks that an earlier configuration named are stored until they are too old.
    return { ...(list.length > 0 && { hooks, problems, jobs }), prune, stop: close }
  },
})

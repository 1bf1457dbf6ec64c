import { defineFeature } from '../../kernel/feature.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
import { createListeningCommands, listeningCallbacks } from './listening.ts'
import { createListenCommands } from './subcommands.ts'

/** `/mentions listen` and `/mentions alerts` tell the own mention service what to listen for. */
export const listen = defineFeature({
  name: 'listen',
  keys: { file: {}, subscription: {} },
  uses: ({
    slack,
    alerts: { directory: alerts, listening },
    subscriptions: { privateAlerts, finder, registry, service: subscriptions, changes },
    people: { access, reply },
  }) => ({
    client: listening,
    access,
    privateAlerts,
    finder,
    registry,
    alerts,
    subscriptions,
    changes,
    channels: slack.channels,
    views: slack.views,
    reply,
  }),
  create(parts) {
    const listening = createListeningCommands(parts)
    return {
      subcommands: createListenCommands(listening),
      listen(on) {
        on.inMessage(actionIds.listenHere, listening.here)
        on.inMessage(actionIds.listeningMenu, listening.choose)
        on.checkedSubmit(listeningCallbacks.edit, listening.edit, listening.edited)
        on.submit(listeningCallbacks.remove, listening.remove)
      },
    }
  },
})

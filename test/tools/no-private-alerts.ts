import { createPrivateAlerts } from '../../src/subscriptions/private-alerts.ts'

/** A configuration without private alerts. */
export const noPrivateAlerts = createPrivateAlerts({
  privateAlerts: [],
  subscriptions: [],
  digests: [],
  registry: { all: () => [] },
  channels: { find: async (id) => ({ kind: 'found', id }) },
  alerts: { all: async () => [], known: () => [] },
  log: { warn: () => undefined },
})

import type { KeptChange } from '../../../src/features/changes/changes.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const change = (seconds: number): KeptChange => ({
  ...{ id: String(seconds), at: noon, channel: 'C1', ts: `${noon / 1000 + seconds}.000000000000001` },
  ...{ user: 'U1', by: 'Ana Lima', what: 'paused acme until somebody resumes it', alerts: ['Acme'] },
})

export const messages = { changes: [change(0), change(1)] }

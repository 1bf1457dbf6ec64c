const noon = Date.UTC(2026, 10, 20, 12)
const swap = { id: 's', by: 'U1', at: noon, to: 'U2', until: noon + 1 }

export const records = {
  'watch-swaps': { first: swap, second: { ...swap, id: 't' } },
}

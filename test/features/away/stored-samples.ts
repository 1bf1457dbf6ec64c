const noon = Date.UTC(2026, 10, 20, 12)

export const records = {
  absences: { U1: { from: noon, until: noon + 3_600_000 }, U2: { from: noon + 1, until: noon + 2 } },
}

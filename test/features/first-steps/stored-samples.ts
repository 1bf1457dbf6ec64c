export const records = {
  'first-steps': { person: { user: 'U1', isDone: true } },
}

/**
 * How many inputs an expensive property test tries: a quarter of `all` in `npm test`, and all of them in `npm run test:rest` and
 * `npm run tool -- properties`.
 */
export const runs = (all: number) => (triesEverything() ? all : Math.ceil(all / 4))

export const triesEverything = () => process.env.ALL_RUNS !== undefined

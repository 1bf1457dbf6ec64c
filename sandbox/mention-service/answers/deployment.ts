/** Where deployments differ from each other: what the interface leaves open, and what a careless one does wrong. */
export type Deployment = {
  /** `refused`: `sort_by=id` is error 40. `ignored`: whatever is asked for, mentions come by date, newest first. */
  sorting: 'honoured' | 'id refused' | 'ignored'
  sinceId: 'honoured' | 'ignored'
  /** The value of `reach`, in totals and series: `{"reach": 7}` or `7`. */
  reachShape: 'object' | 'number'
  /** The values of languages, sources, gender and age: an object of numbers, or their sum. */
  breakdownShape: 'object' | 'number'
}

/** The deployment whose behaviour is publicly documented. */
export const documentedDeployment: Deployment = {
  sorting: 'honoured',
  sinceId: 'honoured',
  reachShape: 'object',
  breakdownShape: 'object',
}

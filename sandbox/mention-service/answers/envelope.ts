import type { AlertRecord, PlanLimit } from '../archive/records.ts'

/** The `limits` of every successful answer, interface 2.1: a renewal date only where the limit is reached. */
export function limitsOf({ reached, renewsAt }: PlanLimit): object[] {
  return [
    {
      limit_name: 'monthly_mentions',
      limit_reached: reached,
      ...(reached && renewsAt !== undefined && { limit_renewal_date: renewsAt }),
    },
  ]
}

/** The alert summary fields, interface 2.2, with ids as exact integers. */
export function alertHead({
  alert_id,
  alert_type,
  alert_name,
  project_id,
  project_name,
}: AlertRecord): object {
  return { alert_id: BigInt(alert_id), alert_type, alert_name, project_id: BigInt(project_id), project_name }
}

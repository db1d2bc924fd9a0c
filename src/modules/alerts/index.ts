export type { AlertsModule } from './alerts.api.ts'
export type { WaitingCount } from './domain/alert.ts'
export { createAlertsModule } from './alerts.module.ts'

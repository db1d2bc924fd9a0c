export type { AlertsModule } from './alerts.api.ts'
export { createAlertsModule } from './alerts.module.ts'

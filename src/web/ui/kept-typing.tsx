import { Link } from 'react-router-dom'
import { paths } from '../lib/paths.ts'

/** Says on a cover that what lies beneath is not lost, and leads away for those who do not want it back. */
export function KeptTyping() {
  return (
    <p className="text-center text-sm text-soft">
      What you were typing is kept until you are back.{' '}
      <Link to={paths.home()} className="underline">
        Leave without it
      </Link>
    </p>
  )
}

import type { SettlementStatements } from "../../../shared/settlement/SettlementStatements.ts"
import type { Db } from "../../statement.ts"
import { admitUrls } from "./admit-urls.ts"
import { advanceJob } from "./advance-job.ts"
import { findFacts } from "./find-facts.ts"
import { findOriginals } from "./find-originals.ts"
import { readyVisits } from "./ready-visits.ts"
import { recordSettlement } from "./record-settlement.ts"

export const settlementStatements = (db: Db): SettlementStatements => ({
  readyVisits: (...given) => readyVisits(db, ...given),
  findFacts: (query) => findFacts(db, query),
  findOriginals: (...given) => findOriginals(db, ...given),
  admitUrls: (...given) => admitUrls(db, ...given),
  recordSettlement: (batch) => recordSettlement(db, batch),
  advanceJob: (batch) => advanceJob(db, batch)
})

import { parquetType } from "../../../core/domain/csv/parquet-type.ts"
import { describeAnswer, textBody, textField } from "./describe-answer.ts"

/** Media types of archives. A WARC file is a list of members of gzip. */
export const archiveTypes = { wacz: "application/wacz", warc: "application/gzip" } as const

export const started = describeAnswer(202, {
  description: "The queued job.",
  headers: { Location: textField("The job.", "/v1/jobs/0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6") }
})

const parquetBody = (description: string) => ({ schema: { type: "string", format: "binary", description } })

export const inParts = describeAnswer(200, {
  content: {
    "text/csv": textBody("Columns: the fields of a Document.", "url,title\r\nhttps://example.com/,Tides\r\n"),
    [parquetType]: parquetBody("The columns of CSV.")
  },
  headers: {
    Link: textField(
      "The next lines (rel=next), when the request asked for JSON Lines with a limit.",
      "</v1/jobs/0f5c/documents?after=ZG9j>; rel=\"next\""
    )
  }
})

export const inCsv = describeAnswer(200, {
  headers: {
    Link: textField("The next rows (rel=next), for CSV with a limit.", "</v1/jobs/0f5c/records>; rel=\"next\"")
  },
  content: {
    "text/csv": textBody(
      "Columns: page_url, the common fields of a record, and all its fields as JSON.",
      "page_url,source,type,name,url,image,price,currency,description,fields\r\n"
    ),
    [parquetType]: parquetBody("The columns of CSV.")
  }
})

/** Made by `node scripts/types.ts` from the migrations: not to be edited. */
type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      attendance: {
        Row: {
          call_id: string;
          joined_at: string;
          left_at: string | null;
          user_id: string;
        };
        Insert: {
          call_id: string;
          joined_at?: string;
          left_at?: string | null;
          user_id: string;
        };
        Update: {
          call_id?: string;
          joined_at?: string;
          left_at?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "attendance_call_id_fkey";
            columns: ["call_id"];
            isOneToOne: false;
            referencedRelation: "calls";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "attendance_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      call_peers: {
        Row: {
          call_id: string;
          join_number: number;
          last_seen: string;
          left_at: string | null;
          left_reason: string | null;
          peer_id: string;
          user_id: string;
        };
        Insert: {
          call_id: string;
          join_number: number;
          last_seen?: string;
          left_at?: string | null;
          left_reason?: string | null;
          peer_id: string;
          user_id: string;
        };
        Update: {
          call_id?: string;
          join_number?: number;
          last_seen?: string;
          left_at?: string | null;
          left_reason?: string | null;
          peer_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "call_peers_call_id_fkey";
            columns: ["call_id"];
            isOneToOne: false;
            referencedRelation: "calls";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "call_peers_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      calls: {
        Row: {
          ended_at: string | null;
          id: string;
          meeting_id: string;
          started_at: string;
        };
        Insert: {
          ended_at?: string | null;
          id?: string;
          meeting_id: string;
          started_at?: string;
        };
        Update: {
          ended_at?: string | null;
          id?: string;
          meeting_id?: string;
          started_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "calls_meeting_id_fkey";
            columns: ["meeting_id"];
            isOneToOne: false;
            referencedRelation: "meetings";
            referencedColumns: ["id"];
          },
        ];
      };
      files: {
        Row: {
          bytes: number;
          call_id: string;
          deleted_at: string | null;
          id: string;
          name: string | null;
          offered_at: string;
          owner: string;
          path: string;
          shared_at: string | null;
          type: string;
        };
        Insert: {
          bytes: number;
          call_id: string;
          deleted_at?: string | null;
          id: string;
          name?: string | null;
          offered_at?: string;
          owner: string;
          path: string;
          shared_at?: string | null;
          type: string;
        };
        Update: {
          bytes?: number;
          call_id?: string;
          deleted_at?: string | null;
          id?: string;
          name?: string | null;
          offered_at?: string;
          owner?: string;
          path?: string;
          shared_at?: string | null;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: "files_call_id_fkey";
            columns: ["call_id"];
            isOneToOne: false;
            referencedRelation: "calls";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "files_owner_fkey";
            columns: ["owner"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      glossary_terms: {
        Row: {
          approved_by: string | null;
          changed_at: string;
          created_at: string;
          id: string;
          language: string;
          meeting_id: string | null;
          never: boolean;
          note: string;
          proposed_by: string | null;
          state: string;
          term: string;
          translations: Json;
          workspace_id: string;
        };
        Insert: {
          approved_by?: string | null;
          changed_at?: string;
          created_at?: string;
          id: string;
          language: string;
          meeting_id?: string | null;
          never: boolean;
          note: string;
          proposed_by?: string | null;
          state: string;
          term: string;
          translations: Json;
          workspace_id: string;
        };
        Update: {
          approved_by?: string | null;
          changed_at?: string;
          created_at?: string;
          id?: string;
          language?: string;
          meeting_id?: string | null;
          never?: boolean;
          note?: string;
          proposed_by?: string | null;
          state?: string;
          term?: string;
          translations?: Json;
          workspace_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "glossary_terms_approved_by_fkey";
            columns: ["approved_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "glossary_terms_meeting_id_fkey";
            columns: ["meeting_id"];
            isOneToOne: false;
            referencedRelation: "meetings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "glossary_terms_proposed_by_fkey";
            columns: ["proposed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "glossary_terms_workspace_id_fkey";
            columns: ["workspace_id"];
            isOneToOne: false;
            referencedRelation: "workspaces";
            referencedColumns: ["id"];
          },
        ];
      };
      knocks: {
        Row: {
          denied_at: string | null;
          display_name: string;
          knocked_at: string;
          meeting_id: string;
          reads: string;
          speaks: string;
          user_id: string;
        };
        Insert: {
          denied_at?: string | null;
          display_name: string;
          knocked_at?: string;
          meeting_id: string;
          reads: string;
          speaks: string;
          user_id: string;
        };
        Update: {
          denied_at?: string | null;
          display_name?: string;
          knocked_at?: string;
          meeting_id?: string;
          reads?: string;
          speaks?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "knocks_meeting_id_fkey";
            columns: ["meeting_id"];
            isOneToOne: false;
            referencedRelation: "meetings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "knocks_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      line_corrections: {
        Row: {
          author: string | null;
          language: string;
          line_id: string;
          made_at: string;
          revision: number;
          text: string;
        };
        Insert: {
          author?: string | null;
          language: string;
          line_id: string;
          made_at: string;
          revision: number;
          text: string;
        };
        Update: {
          author?: string | null;
          language?: string;
          line_id?: string;
          made_at?: string;
          revision?: number;
          text?: string;
        };
        Relationships: [
          {
            foreignKeyName: "line_corrections_author_fkey";
            columns: ["author"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "line_corrections_line_id_fkey";
            columns: ["line_id"];
            isOneToOne: false;
            referencedRelation: "lines";
            referencedColumns: ["id"];
          },
        ];
      };
      line_marks: {
        Row: {
          at: string;
          by: string | null;
          done: boolean;
          kind: string;
          line_id: string;
          who: string | null;
        };
        Insert: {
          at?: string;
          by?: string | null;
          done?: boolean;
          kind: string;
          line_id: string;
          who?: string | null;
        };
        Update: {
          at?: string;
          by?: string | null;
          done?: boolean;
          kind?: string;
          line_id?: string;
          who?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "line_marks_by_fkey";
            columns: ["by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "line_marks_line_id_fkey";
            columns: ["line_id"];
            isOneToOne: true;
            referencedRelation: "lines";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "line_marks_who_fkey";
            columns: ["who"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      lines: {
        Row: {
          author: string;
          call_id: string;
          changed: number;
          corrected_by: string | null;
          created_at: string;
          deleted_at: string | null;
          edited_at: string | null;
          forwarded: boolean;
          id: string;
          kind: string;
          language: string;
          meeting_id: string;
          mentions: string[];
          reply_to: string | null;
          revision: number;
          seq: number;
          spoken_at: string | null;
          spoken_ms: number | null;
          text: string | null;
          typed_by: string | null;
        };
        Insert: {
          author: string;
          call_id: string;
          changed: number;
          corrected_by?: string | null;
          created_at?: string;
          deleted_at?: string | null;
          edited_at?: string | null;
          forwarded?: boolean;
          id: string;
          kind?: string;
          language: string;
          meeting_id: string;
          mentions?: string[];
          reply_to?: string | null;
          revision?: number;
          seq: number;
          spoken_at?: string | null;
          spoken_ms?: number | null;
          text?: string | null;
          typed_by?: string | null;
        };
        Update: {
          author?: string;
          call_id?: string;
          changed?: number;
          corrected_by?: string | null;
          created_at?: string;
          deleted_at?: string | null;
          edited_at?: string | null;
          forwarded?: boolean;
          id?: string;
          kind?: string;
          language?: string;
          meeting_id?: string;
          mentions?: string[];
          reply_to?: string | null;
          revision?: number;
          seq?: number;
          spoken_at?: string | null;
          spoken_ms?: number | null;
          text?: string | null;
          typed_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "lines_author_fkey";
            columns: ["author"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "lines_call_id_fkey";
            columns: ["call_id"];
            isOneToOne: false;
            referencedRelation: "calls";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "lines_corrected_by_fkey";
            columns: ["corrected_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "lines_meeting_id_fkey";
            columns: ["meeting_id"];
            isOneToOne: false;
            referencedRelation: "meetings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "lines_reply_to_fkey";
            columns: ["reply_to"];
            isOneToOne: false;
            referencedRelation: "lines";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "lines_typed_by_fkey";
            columns: ["typed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      meetings: {
        Row: {
          access: string;
          code: string;
          created_at: string;
          ended_at: string | null;
          epoch: number;
          expires_at: string | null;
          host: string | null;
          id: string;
          keep: string;
          locked: boolean;
          seq: number;
          terms: number;
          title: string | null;
          workspace_id: string | null;
        };
        Insert: {
          access?: string;
          code: string;
          created_at?: string;
          ended_at?: string | null;
          epoch?: number;
          expires_at?: string | null;
          host?: string | null;
          id: string;
          keep?: string;
          locked?: boolean;
          seq?: number;
          terms?: number;
          title?: string | null;
          workspace_id?: string | null;
        };
        Update: {
          access?: string;
          code?: string;
          created_at?: string;
          ended_at?: string | null;
          epoch?: number;
          expires_at?: string | null;
          host?: string | null;
          id?: string;
          keep?: string;
          locked?: boolean;
          seq?: number;
          terms?: number;
          title?: string | null;
          workspace_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "meetings_host_fkey";
            columns: ["host"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "meetings_workspace_id_fkey";
            columns: ["workspace_id"];
            isOneToOne: false;
            referencedRelation: "workspaces";
            referencedColumns: ["id"];
          },
        ];
      };
      participants: {
        Row: {
          admission: string;
          captioner: string | null;
          created_at: string;
          display_name: string;
          hand: number | null;
          meeting_id: string;
          muted: boolean;
          number: number;
          reads: string;
          role: string;
          seq: number;
          speaks: string;
          user_id: string;
        };
        Insert: {
          admission?: string;
          captioner?: string | null;
          created_at?: string;
          display_name: string;
          hand?: number | null;
          meeting_id: string;
          muted?: boolean;
          number: number;
          reads: string;
          role: string;
          seq: number;
          speaks: string;
          user_id: string;
        };
        Update: {
          admission?: string;
          captioner?: string | null;
          created_at?: string;
          display_name?: string;
          hand?: number | null;
          meeting_id?: string;
          muted?: boolean;
          number?: number;
          reads?: string;
          role?: string;
          seq?: number;
          speaks?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "participants_captioner_fkey";
            columns: ["captioner"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "participants_meeting_id_fkey";
            columns: ["meeting_id"];
            isOneToOne: false;
            referencedRelation: "meetings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "participants_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      profiles: {
        Row: {
          created_at: string;
          display_name: string | null;
          id: string;
          reads: string | null;
          speaks: string | null;
          time_zone: string | null;
          ui_locale: string | null;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          display_name?: string | null;
          id: string;
          reads?: string | null;
          speaks?: string | null;
          time_zone?: string | null;
          ui_locale?: string | null;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          display_name?: string | null;
          id?: string;
          reads?: string | null;
          speaks?: string | null;
          time_zone?: string | null;
          ui_locale?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      reactions: {
        Row: {
          created_at: string;
          emoji: string;
          line_id: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          emoji: string;
          line_id: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          emoji?: string;
          line_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "reactions_line_id_fkey";
            columns: ["line_id"];
            isOneToOne: false;
            referencedRelation: "lines";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "reactions_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      summaries: {
        Row: {
          attempts: number;
          call_id: string;
          claimed_of: number;
          language: string | null;
          lease_until: string;
          lines_all: number | null;
          lines_read: number | null;
          made_at: string | null;
          made_of: number | null;
          model: string | null;
          reason: string | null;
          status: string;
        };
        Insert: {
          attempts: number;
          call_id: string;
          claimed_of: number;
          language?: string | null;
          lease_until: string;
          lines_all?: number | null;
          lines_read?: number | null;
          made_at?: string | null;
          made_of?: number | null;
          model?: string | null;
          reason?: string | null;
          status: string;
        };
        Update: {
          attempts?: number;
          call_id?: string;
          claimed_of?: number;
          language?: string | null;
          lease_until?: string;
          lines_all?: number | null;
          lines_read?: number | null;
          made_at?: string | null;
          made_of?: number | null;
          model?: string | null;
          reason?: string | null;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: "summaries_call_id_fkey";
            columns: ["call_id"];
            isOneToOne: true;
            referencedRelation: "calls";
            referencedColumns: ["id"];
          },
        ];
      };
      summary_sentences: {
        Row: {
          call_id: string;
          line_ids: string[];
          number: number;
          text: string;
          translations: Json;
        };
        Insert: {
          call_id: string;
          line_ids: string[];
          number: number;
          text: string;
          translations?: Json;
        };
        Update: {
          call_id?: string;
          line_ids?: string[];
          number?: number;
          text?: string;
          translations?: Json;
        };
        Relationships: [
          {
            foreignKeyName: "summary_sentences_call_id_fkey";
            columns: ["call_id"];
            isOneToOne: false;
            referencedRelation: "summaries";
            referencedColumns: ["call_id"];
          },
        ];
      };
      summary_translations: {
        Row: {
          again: boolean;
          attempts: number;
          call_id: string;
          language: string;
          lease_until: string;
          reason: string | null;
          status: string;
        };
        Insert: {
          again?: boolean;
          attempts: number;
          call_id: string;
          language: string;
          lease_until: string;
          reason?: string | null;
          status: string;
        };
        Update: {
          again?: boolean;
          attempts?: number;
          call_id?: string;
          language?: string;
          lease_until?: string;
          reason?: string | null;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: "summary_translations_call_id_fkey";
            columns: ["call_id"];
            isOneToOne: false;
            referencedRelation: "summaries";
            referencedColumns: ["call_id"];
          },
        ];
      };
      translation_reports: {
        Row: {
          created_at: string;
          engine: string | null;
          language: string;
          line_id: string;
          reporter: string;
          revision: number;
          text: string;
        };
        Insert: {
          created_at?: string;
          engine?: string | null;
          language: string;
          line_id: string;
          reporter: string;
          revision: number;
          text: string;
        };
        Update: {
          created_at?: string;
          engine?: string | null;
          language?: string;
          line_id?: string;
          reporter?: string;
          revision?: number;
          text?: string;
        };
        Relationships: [
          {
            foreignKeyName: "translation_reports_line_id_fkey";
            columns: ["line_id"];
            isOneToOne: false;
            referencedRelation: "lines";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "translation_reports_reporter_fkey";
            columns: ["reporter"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      translations: {
        Row: {
          again: boolean;
          attempts: number;
          claim: string;
          created_at: string;
          engine: string | null;
          language: string;
          lease_until: string;
          line_id: string;
          reason: string | null;
          retries: number;
          revision: number;
          status: string;
          text: string | null;
          unanswered: number;
        };
        Insert: {
          again?: boolean;
          attempts?: number;
          claim?: string;
          created_at?: string;
          engine?: string | null;
          language: string;
          lease_until: string;
          line_id: string;
          reason?: string | null;
          retries?: number;
          revision: number;
          status: string;
          text?: string | null;
          unanswered?: number;
        };
        Update: {
          again?: boolean;
          attempts?: number;
          claim?: string;
          created_at?: string;
          engine?: string | null;
          language?: string;
          lease_until?: string;
          line_id?: string;
          reason?: string | null;
          retries?: number;
          revision?: number;
          status?: string;
          text?: string | null;
          unanswered?: number;
        };
        Relationships: [
          {
            foreignKeyName: "translations_line_id_fkey";
            columns: ["line_id"];
            isOneToOne: false;
            referencedRelation: "lines";
            referencedColumns: ["id"];
          },
        ];
      };
      usage: {
        Row: {
          amount: number;
          day: string;
          kind: string;
          scope: string;
          subject: string;
        };
        Insert: {
          amount: number;
          day: string;
          kind: string;
          scope: string;
          subject: string;
        };
        Update: {
          amount?: number;
          day?: string;
          kind?: string;
          scope?: string;
          subject?: string;
        };
        Relationships: [];
      };
      workspace_members: {
        Row: {
          created_at: string;
          role: string;
          user_id: string;
          workspace_id: string;
        };
        Insert: {
          created_at?: string;
          role: string;
          user_id: string;
          workspace_id: string;
        };
        Update: {
          created_at?: string;
          role?: string;
          user_id?: string;
          workspace_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "workspace_members_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "workspace_members_workspace_id_fkey";
            columns: ["workspace_id"];
            isOneToOne: false;
            referencedRelation: "workspaces";
            referencedColumns: ["id"];
          },
        ];
      };
      workspaces: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          retention_days: number;
          translation_policy: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          retention_days?: number;
          translation_policy?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          retention_days?: number;
          translation_policy?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      admit: { Args: { p_meeting_id: string; p_user_id: string }; Returns: Json };
      admit_all: { Args: { p_meeting_id: string; p_user_ids: string[] }; Returns: Json };
      authorize_turn: { Args: { p_meeting_id: string }; Returns: boolean };
      authorize_turn_test: { Args: { p_code: string }; Returns: boolean };
      call_recap: { Args: { p_call_id: string }; Returns: Json };
      changes_since: { Args: { p_after_seq: number; p_meeting_id: string }; Returns: Json };
      claim_summary: {
        Args: {
          p_again: boolean;
          p_call_id: string;
          p_language: string;
          p_model_up: boolean;
          p_translator_up: boolean;
          p_user_id: string;
        };
        Returns: Json;
      };
      claim_translations: {
        Args: { p_engine_up?: boolean; p_language?: string; p_line_ids: string[]; p_user_id: string };
        Returns: Json;
      };
      consume_speech_quota: { Args: { p_call_id: string; p_milliseconds: number; p_user_id: string }; Returns: string };
      correct_line: {
        Args: { p_language?: string; p_line_id: string; p_revision: number; p_text: string };
        Returns: Json;
      };
      corrections: { Args: { p_line_id: string }; Returns: Json };
      create_meeting: {
        Args: { p_access?: string; p_keep?: string; p_meeting_id: string; p_title?: string };
        Returns: Json;
      };
      create_merge_token: { Args: Record<PropertyKey, never>; Returns: Json };
      decide_term: { Args: { p_approved: boolean; p_term_id: string }; Returns: Json };
      delete_line: { Args: { p_line_id: string }; Returns: Json };
      delete_term: { Args: { p_term_id: string }; Returns: undefined };
      deny: { Args: { p_meeting_id: string; p_user_id: string }; Returns: undefined };
      edit_line: {
        Args: { p_language?: string; p_line_id: string; p_mentions?: string[]; p_text: string };
        Returns: Json;
      };
      end_meeting: { Args: { p_meeting_id: string }; Returns: undefined };
      enter_call: { Args: { p_meeting_id: string; p_peer_id: string }; Returns: Json };
      find_meeting: { Args: { p_code: string }; Returns: Json };
      forward_line: { Args: { p_line_id: string; p_meeting_id: string; p_source_line_id: string }; Returns: Json };
      glossary: { Args: { p_workspace_id: string }; Returns: Json };
      health: { Args: Record<PropertyKey, never>; Returns: Json };
      heartbeat: { Args: { p_call_id: string; p_peer_id: string }; Returns: Json };
      history: { Args: { p_before_seq?: number; p_call_id: string }; Returns: Json };
      home: { Args: { p_writable?: boolean }; Returns: Json };
      import_terms: { Args: { p_rows: Json; p_workspace_id: string }; Returns: Json };
      knock: { Args: { p_code: string; p_display_name: string; p_reads: string; p_speaks: string }; Returns: Json };
      knock_status: { Args: { p_meeting_id: string }; Returns: Json };
      leave_call: { Args: { p_call_id: string; p_peer_id: string }; Returns: undefined };
      lines_with_files: { Args: { p_call_id: string }; Returns: Json };
      lines_with_links: { Args: { p_call_id: string }; Returns: Json };
      lobby: { Args: { p_meeting_id: string }; Returns: Json };
      lower_hand: { Args: { p_meeting_id: string; p_user_id?: string }; Returns: Json };
      mark_line: {
        Args: { p_assignee_id?: string; p_done?: boolean; p_kind: string; p_line_id: string };
        Returns: Json;
      };
      meeting_terms: { Args: { p_meeting_id: string }; Returns: Json };
      missed_lines: { Args: { p_after_seq?: number; p_call_id: string }; Returns: Json };
      mute_participant: { Args: { p_meeting_id: string; p_muted: boolean; p_user_id: string }; Returns: Json };
      offer_file: {
        Args: { p_bytes: number; p_call_id: string; p_file_id: string; p_name: string; p_type: string };
        Returns: Json;
      };
      orphaned_files: { Args: Record<PropertyKey, never>; Returns: string[] };
      post_captions: { Args: { p_call_id: string; p_captions: Json }; Returns: Json };
      post_line: {
        Args: {
          p_call_id: string;
          p_language: string;
          p_line_id: string;
          p_mentions?: string[];
          p_reply_to?: string;
          p_text: string;
        };
        Returns: Json;
      };
      propose_term: {
        Args: {
          p_language: string;
          p_meeting_id: string;
          p_never?: boolean;
          p_note?: string;
          p_term: string;
          p_term_id: string;
          p_translations?: Json;
        };
        Returns: Json;
      };
      proposed_terms: { Args: { p_meeting_id: string }; Returns: Json };
      raise_hand: { Args: { p_meeting_id: string }; Returns: Json };
      react_to_line: { Args: { p_emoji: string; p_given?: boolean; p_line_id: string }; Returns: Json };
      read_file: { Args: { p_file_id: string }; Returns: Json };
      read_profile: { Args: Record<PropertyKey, never>; Returns: Json };
      read_summary: { Args: { p_call_id: string; p_language?: string }; Returns: Json };
      redeem_merge_token: { Args: { p_token: string }; Returns: Json };
      remove_participant: { Args: { p_meeting_id: string; p_user_id: string }; Returns: undefined };
      report_translation: { Args: { p_language: string; p_line_id: string }; Returns: undefined };
      retranslate_term: { Args: { p_call_id: string; p_term_id: string }; Returns: Json };
      retry_translation: { Args: { p_language: string; p_line_id: string }; Returns: undefined };
      rotate_code: { Args: { p_meeting_id: string }; Returns: Json };
      save_term: {
        Args: {
          p_language: string;
          p_never?: boolean;
          p_note?: string;
          p_term: string;
          p_term_id: string;
          p_translations?: Json;
          p_workspace_id: string;
        };
        Returns: Json;
      };
      set_captioner: { Args: { p_captioner_id?: string; p_meeting_id: string }; Returns: Json };
      set_meeting_locked: { Args: { p_locked: boolean; p_meeting_id: string }; Returns: Json };
      set_role: { Args: { p_meeting_id: string; p_role: string; p_user_id: string }; Returns: Json };
      share_file: { Args: { p_file_id: string; p_language: string }; Returns: Json };
      store_summary: { Args: { p_result: Json }; Returns: boolean };
      store_summary_translation: { Args: { p_result: Json }; Returns: boolean };
      store_translations: { Args: { p_results: Json; p_user_id?: string }; Returns: Json };
      term_occurrences: { Args: { p_term_id: string }; Returns: Json };
      transcript: { Args: { p_after_seq?: number; p_call_id: string }; Returns: Json };
      translation_quota: { Args: { p_meeting_id: string }; Returns: Json };
      update_meeting: {
        Args: { p_access?: string; p_keep?: string; p_meeting_id: string; p_title?: string };
        Returns: Json;
      };
      update_profile: {
        Args: {
          p_display_name?: string;
          p_reads?: string;
          p_speaks?: string;
          p_time_zone?: string;
          p_ui_locale?: string;
        };
        Returns: Json;
      };
      withdraw_file: { Args: { p_file_id: string }; Returns: undefined };
      withdraw_knock: { Args: { p_meeting_id: string }; Returns: undefined };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

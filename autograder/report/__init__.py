"""What people look at: tables and pages made from grade reports."""
